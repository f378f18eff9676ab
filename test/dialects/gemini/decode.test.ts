import { describe, expect, test } from 'vitest';
import { dialectOf } from '../../../sim/dialects/registry.ts';

const user = { role: 'user', parts: [{ text: 'Hello' }] };

function read(body: unknown, path = 'gemini-x:generateContent', query: Readonly<Record<string, unknown>> = {}) {
  return dialectOf('gemini').api?.endpoints[0]?.decode({ params: { '*': path }, query, headers: {}, body });
}

const asked = (more: object) => read({ contents: [user], ...more });

describe('what is read of a request', () => {
  test('the least there is', () => {
    expect(asked({})).toEqual({
      model: 'gemini-x',
      stream: false,
      includeUsage: true,
      inputTokens: 8,
      maxTokens: undefined,
      wanted: { kind: 'text' },
    });
  });

  test.each<[string, object, object]>([
    ['gemini-x:generateContent', {}, { model: 'gemini-x', stream: false }],
    ['gemini-x:streamGenerateContent', { alt: 'sse' }, { model: 'gemini-x', stream: true }],
    ['main/big:streamGenerateContent', { alt: 'sse', key: 'k' }, { model: 'main/big', stream: true }],
    ['qwen:7b:generateContent', {}, { model: 'qwen:7b' }],
    ['gemini-x:generateContent', { alt: 'json' }, { stream: false }],
  ])('%s %j', (path, query, expected) => {
    const found = read({ contents: [user] }, path, query as Record<string, unknown>);
    expect(found).toMatchObject(expected);
    expect(found).not.toHaveProperty('written');
  });

  test.each([{}, { alt: 'json' }, { alt: ['sse', 'sse'] }])('a stream with %j is a list', (query) => {
    expect(read({ contents: [user] }, 'm:streamGenerateContent', query)).toMatchObject({
      stream: true,
      written: { streamType: expect.any(String) },
    });
  });

  test.each([
    [{ generationConfig: { maxOutputTokens: 7 } }, { maxTokens: 7 }],
    [{ generation_config: { max_output_tokens: 7 } }, { maxTokens: 7 }],
    [{ generationConfig: null, tools: null, toolConfig: null, systemInstruction: null }, { maxTokens: undefined }],
    [{ safetySettings: [{}], cachedContent: 'x', generationConfig: { temperature: 0, topK: 3, stopSequences: ['x'] } }, { stream: false }],
    // One thing stands for a list of it.
    [{ contents: { parts: { text: 'Hello' } } }, { inputTokens: 8 }],
  ])('%j', (more, expected) => expect(asked(more)).toMatchObject(expected));

  test.each([
    // 3, and for each of the contents 3 and its bytes by four; the system's instruction is one of them.
    [{ contents: [{ parts: [{ text: '' }] }] }, 6],
    [{ contents: [{ role: 'user', parts: [{ text: 'ab' }, { text: 'cde' }] }] }, 8],
    [{ contents: [user, { role: 'model', parts: [{ text: 'abcd' }] }, user] }, 17],
    [{ systemInstruction: { parts: [{ text: 'abcd' }] } }, 12],
    [{ system_instruction: { parts: { text: 'abcd' } } }, 12],
    [{ contents: [{ parts: [{ inlineData: { mimeType: 'image/png', data: 'x' } }] }] }, 6],
  ])('%j is estimated at %i tokens', (more, inputTokens) => expect(asked(more)).toMatchObject({ inputTokens }));
});

describe('what the answer is to be', () => {
  const schema = { type: 'OBJECT', properties: { city: { type: 'STRING' } } };
  const tools = [{ functionDeclarations: [{ name: 'weather', parameters: schema }, { name: 'time' }] }];
  const config = (mode: string, more: object = {}) => ({ toolConfig: { functionCallingConfig: { mode, ...more } } });
  const response = { role: 'user', parts: [{ functionResponse: { name: 'weather', response: {} } }] };
  const weather = { kind: 'tool', name: 'weather', schema };

  test.each([
    [{ tools }, weather],
    [{ tools, ...config('AUTO') }, weather],
    [{ tools, ...config('ANY') }, weather],
    [
      { tools, ...config('ANY', { allowedFunctionNames: ['time'] }) },
      { kind: 'tool', name: 'time' },
    ],
    [
      { tools, tool_config: { function_calling_config: { mode: 'ANY', allowed_function_names: ['time'] } } },
      { kind: 'tool', name: 'time' },
    ],
    [{ tools, ...config('NONE') }, { kind: 'text' }],
    // It has heard from the function.
    [{ tools, contents: [user, response] }, { kind: 'text' }],
    [{ tools, contents: [user, response, user] }, weather],
    [{ tools, contents: [user, response], ...config('ANY') }, weather],
    [{ tools: [{ function_declarations: { name: 'weather', parametersJsonSchema: schema } }] }, weather],
    [{ tools: [{ googleSearch: {} }] }, { kind: 'text' }],
    [{ generationConfig: { responseMimeType: 'application/json' } }, { kind: 'json' }],
    [{ generationConfig: { responseMimeType: 'application/json', responseSchema: schema } }, { kind: 'json', schema }],
    [{ generation_config: { response_mime_type: 'application/json', response_json_schema: schema } }, { kind: 'json', schema }],
    [{ generationConfig: { responseMimeType: 'text/plain' } }, { kind: 'text' }],
  ])('%j', (more, wanted) => expect(asked(more)).toMatchObject({ wanted }));
});

describe('what is wrong with a request', () => {
  const refused = (found: ReturnType<typeof read>) => {
    if (found === undefined || !('refused' in found)) throw new Error('not refused');
    const { status, headers, body } = found.refused;
    expect([status, headers]).toEqual([400, { 'content-type': 'application/json; charset=UTF-8' }]);
    expect(body).toBe(`${JSON.stringify(JSON.parse(String(body)), null, 2)}\n`);
    return JSON.parse(String(body)).error;
  };

  test.each([
    [{}, '* GenerateContentRequest.contents: contents is not specified\n'],
    [{ contents: [] }, '* GenerateContentRequest.contents: contents is not specified\n'],
    [{ contents: [{ role: 'user' }] }, '* GenerateContentRequest.contents[0].parts: contents.parts must not be empty.\n'],
    [{ contents: [user, { parts: [] }] }, '* GenerateContentRequest.contents[1].parts: contents.parts must not be empty.\n'],
    [{ contents: [{ role: 'boss', parts: [{ text: 'x' }] }] }, 'Please use a valid role: user, model.'],
    [
      { contents: [user], generationConfig: { maxOutputTokens: 0 } },
      '* GenerateContentRequest.generation_config.max_output_tokens: max_output_tokens must be positive.\n',
    ],
    [
      { contents: [user], toolConfig: { functionCallingConfig: { mode: 'ANY' } } },
      'Function calling config is set without function_declarations.',
    ],
    ['text', 'Invalid JSON payload received.'],
    [[], 'Invalid JSON payload received.'],
    [null, 'Invalid JSON payload received.'],
  ])('%j', (body, message) => expect(refused(read(body))).toEqual({ code: 400, message, status: 'INVALID_ARGUMENT' }));

  const content = 'type.googleapis.com/google.ai.generativelanguage.v1beta.Content';
  test.each([
    [{ contents: 'Hello' }, 'contents', content, '"Hello"'],
    [{ contents: ['Hello'] }, 'contents[0]', content, '"Hello"'],
    [{ contents: [{ parts: [{ text: 5 }] }] }, 'contents[0].parts[0].text', 'TYPE_STRING', '5'],
    [{ contents: [user], systemInstruction: 'x' }, 'system_instruction', content, '"x"'],
    [{ contents: [user], generation_config: { max_output_tokens: 'many' } }, 'generation_config.max_output_tokens', 'TYPE_INT32', '"many"'],
    [
      { contents: [user], generationConfig: { maxOutputTokens: 1e12 } },
      'generation_config.max_output_tokens',
      'TYPE_INT32',
      '1000000000000',
    ],
    [
      { contents: [user], toolConfig: { functionCallingConfig: { mode: 'SOME' } } },
      'tool_config.function_calling_config.mode',
      'TYPE_ENUM',
      '"SOME"',
    ],
  ])('%j', (body, field, type, value) => {
    const description = `Invalid value at '${field}' (${type}), ${value}`;
    expect(refused(read(body))).toEqual({
      code: 400,
      message: description,
      status: 'INVALID_ARGUMENT',
      details: [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field, description }] }],
    });
  });

  test('what is quoted is not long', () => {
    expect(refused(read({ contents: 'x'.repeat(10_000) })).message.length).toBeLessThan(400);
  });

  test.each(['big', 'big:countTokens', ':generateContent', ''])('the path %j is none', (path) => {
    expect(read({ contents: [user] }, path)).toMatchObject({ refused: { status: 404, body: expect.stringContaining('NOT_FOUND') } });
  });

  test.each([
    ['contents', (wrong: unknown[]) => ({ contents: wrong }), "'contents[0]'"],
    ['parts', (wrong: unknown[]) => ({ contents: [{ parts: wrong }] }), "'contents[0].parts[0]'"],
    ['tools', (wrong: unknown[]) => ({ contents: [user], tools: wrong }), "'tools[0]'"],
  ] as const)('of a million wrong %s the first is named, and the others cost nothing', (_, body, field) => {
    const wrong = body(new Array(1_000_000).fill(5));
    const before = process.memoryUsage().heapUsed;
    expect(refused(read(wrong)).message).toContain(field);
    // A note of each would be some 800 bytes.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(200_000_000);
  });
});
