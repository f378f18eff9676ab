import { describe, expect, test } from 'vitest';
import { dialectOf } from '../../../sim/dialects/registry.ts';

const user = { role: 'user', content: 'Hello' };

function read(body: unknown) {
  const endpoint = dialectOf('anthropic').api?.endpoints[0];
  return endpoint?.decode({ params: {}, query: {}, headers: {}, body, requestId: 'req_7' });
}

const asked = (more: object) => read({ model: 'm', max_tokens: 9, messages: [user], ...more });

describe('what is read of a request', () => {
  test('the least there is', () => {
    expect(asked({})).toEqual({ model: 'm', stream: false, includeUsage: true, inputTokens: 8, maxTokens: 9, wanted: { kind: 'text' } });
  });

  test.each([
    [{ stream: true }, { stream: true }],
    [
      { stream: null, system: null, tools: null, tool_choice: null, output_config: null },
      { stream: false, wanted: { kind: 'text' } },
    ],
    [
      { temperature: 0.2, metadata: { user_id: 'u' }, thinking: { type: 'disabled' }, stop_sequences: ['x'], service_tier: 'auto' },
      { stream: false },
    ],
  ])('%j', (more, expected) => expect(asked(more)).toMatchObject(expected));

  test.each([
    // 3, and for each message 3 and its bytes by four; the system's text is one.
    [{ messages: [{ role: 'user', content: '' }] }, 6],
    [{ messages: [{ role: 'user', content: 'abcde' }] }, 8],
    [{ messages: [user, { role: 'assistant', content: 'abcd' }, user] }, 17],
    [{ system: 'abcd' }, 12],
    [{ system: [{ type: 'text', text: 'abcd', cache_control: { type: 'ephemeral' } }] }, 12],
    [{ messages: [{ role: 'user', content: [{ type: 'text', text: '你好' }] }] }, 8],
    [{ messages: [{ role: 'user', content: [{ type: 'image', source: {} }] }] }, 6],
    [{ messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'abcd' }] }] }, 7],
  ])('%j is estimated at %i tokens', (more, inputTokens) => expect(asked(more)).toMatchObject({ inputTokens }));
});

describe('what the answer is to be', () => {
  const schema = { type: 'object', properties: { city: { type: 'string' } } };
  const tools = [
    { name: 'weather', input_schema: schema },
    { name: 'time', input_schema: { type: 'object' } },
  ];
  const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: '12' }] };
  const weather = { kind: 'tool', name: 'weather', schema };
  const format = { type: 'json_schema', schema };

  test.each([
    [{ tools }, weather],
    [{ tools, tool_choice: { type: 'auto' } }, weather],
    [{ tools, tool_choice: { type: 'any' } }, weather],
    [
      { tools, tool_choice: { type: 'tool', name: 'time' } },
      { kind: 'tool', name: 'time', schema: { type: 'object' } },
    ],
    [{ tools, tool_choice: { type: 'none' } }, { kind: 'text' }],
    // It has heard from the tool.
    [{ tools, messages: [user, result] }, { kind: 'text' }],
    [{ tools, messages: [user, result, user] }, weather],
    [{ tools, messages: [user, result], tool_choice: { type: 'any' } }, weather],
    // Run by the provider itself.
    [{ tools: [{ type: 'web_search_20250305', name: 'web_search' }] }, { kind: 'text' }],
    [{ tools: [] }, { kind: 'text' }],
    [{ output_config: { format } }, { kind: 'json', schema }],
    [{ output_config: { effort: 'low' } }, { kind: 'text' }],
    [{ output_format: format }, { kind: 'json', schema }],
    [
      { output_config: { format }, tools, messages: [user, result] },
      { kind: 'json', schema },
    ],
  ])('%j', (more, wanted) => expect(asked(more)).toMatchObject({ wanted }));
});

describe('what is wrong with a request', () => {
  test.each([
    [{ max_tokens: 9, messages: [user] }, 'model: Field required'],
    [{ model: '', max_tokens: 9, messages: [user] }, 'model: String should have at least 1 character'],
    [{ model: 'm', max_tokens: 9 }, 'messages: Field required'],
    [{ model: 'm', max_tokens: 9, messages: [] }, 'messages: at least one message is required'],
    [{ model: 'm', messages: [user] }, 'max_tokens: Field required'],
    [{ model: 'm', max_tokens: 0, messages: [user] }, 'max_tokens: Input should be greater than or equal to 1'],
    [{ model: 'm', max_tokens: 1.5, messages: [user] }, 'max_tokens: Input should be a valid integer'],
    [{ model: 'm', max_tokens: 'many', messages: [user] }, 'max_tokens: Input should be a valid integer'],
    [{ model: 'm', max_tokens: 1e300, messages: [user] }, 'max_tokens: Input should be less than or equal to 9007199254740991'],
    [{ model: 'm', max_tokens: 1 / 0, messages: [user] }, 'max_tokens: Input should be less than or equal to 9007199254740991'],
    [{ model: 'm', max_tokens: 9, messages: 'Hello' }, 'messages: Input should be a valid list'],
    [{ model: 'm', max_tokens: 9, messages: [user, 'Hello'] }, 'messages.1: Input should be an object'],
    [{ model: 'm', max_tokens: 9, messages: [{ role: 'user' }] }, 'messages.0.content: Field required'],
    [
      { model: 'm', max_tokens: 9, messages: [{ role: 'boss', content: 'x' }] },
      "messages.0.role: Input should be 'user', 'assistant' or 'system'",
    ],
    [{ model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 5 }] }, 'messages.0.content: Input should be a valid list'],
    [{ model: 'm', max_tokens: 9, messages: [user], stream: 'yes' }, 'stream: Input should be a valid boolean'],
    [{ model: 'm', max_tokens: 9, messages: [user], tools: [{}] }, 'tools.0.name: Field required'],
    [
      { model: 'm', max_tokens: 9, messages: [user], tool_choice: { type: 'any' } },
      'tool_choice: may only be specified while providing tools',
    ],
    [
      { model: 'm', max_tokens: 9, messages: [user], tool_choice: { type: 'tool', name: 'x' }, tools: [{ name: 'y', input_schema: {} }] },
      'tool_choice: the named tool is not among the tools',
    ],
    [[], 'The request body is not valid JSON'],
    ['text', 'The request body is not valid JSON'],
    [null, 'The request body is not valid JSON'],
  ])('%j', (body, message) => {
    expect(read(body)).toEqual({
      refused: {
        status: 400,
        headers: { 'content-type': 'application/json', 'request-id': 'req_7' },
        body: { type: 'error', error: { type: 'invalid_request_error', message }, request_id: 'req_7' },
      },
    });
  });

  test.each([
    ['messages', (wrong: unknown[]) => ({ model: 'm', max_tokens: 1, messages: wrong }), 'messages.0: '],
    ['blocks', (wrong: unknown[]) => ({ model: 'm', max_tokens: 1, messages: [{ role: 'user', content: wrong }] }), 'messages.0.content: '],
    ['tools', (wrong: unknown[]) => ({ model: 'm', max_tokens: 1, messages: [user], tools: wrong }), 'tools.0: '],
  ] as const)('of a million wrong %s the first is named, and the others cost nothing', (_, body, path) => {
    const wrong = body(new Array(1_000_000).fill(5));
    const before = process.memoryUsage().heapUsed;
    expect(read(wrong)).toMatchObject({ refused: { body: { error: { message: expect.stringContaining(path) } } } });
    // A note of each would be some 800 bytes.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(200_000_000);
  });
});
