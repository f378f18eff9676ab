import { describe, expect, test } from 'vitest';
import { chatEndpoint } from '../../sim/dialects/openai/chat-endpoint.ts';
import { quotaHeaders } from '../../sim/dialects/openai/quota-headers.ts';
import type { Remaining } from '../../sim/provider/quota/quota-group.ts';

const openaiChat = chatEndpoint('/v1/chat/completions');
const head = { id: '123', wanted: { kind: 'text' } as const, created: 1694268190, model: 'gpt-4o-mini', inputTokens: 9 };
const chunk = (choices: string, usage: string) =>
  `data: {"id":"chatcmpl-123","object":"chat.completion.chunk","created":1694268190,"model":"gpt-4o-mini","service_tier":"default","system_fingerprint":"fp_simulated","choices":[${choices}]${usage}}\n\n`;
const choice = (delta: string, finish: string) => `{"index":0,"delta":${delta},"logprobs":null,"finish_reason":${finish}}`;
const usage =
  '{"prompt_tokens":9,"completion_tokens":2,"total_tokens":11,"prompt_tokens_details":{"cached_tokens":0,"audio_tokens":0},"completion_tokens_details":{"reasoning_tokens":0,"audio_tokens":0,"accepted_prediction_tokens":0,"rejected_prediction_tokens":0}}';

describe('an answer of OpenAI, to the byte', () => {
  test.each([
    [false, '', ''],
    [true, ',"usage":null', chunk('', `,"usage":${usage}`)],
  ])('streamed, with usage %s', (includeUsage, none, last) => {
    const text = openaiChat.answer({ ...head, includeUsage });
    expect(text.begin()).toBe(chunk(choice('{"role":"assistant","content":"","refusal":null}', 'null'), none));
    expect(text.token(' "Hello"\n')).toBe(chunk(choice('{"content":" \\"Hello\\"\\n"}', 'null'), none));
    expect(text.end(2, 'length')).toBe(`${chunk(choice('{}', '"length"'), none)}${last}data: [DONE]\n\n`);
  });

  test('whole', () => {
    const text = openaiChat.answer({ ...head, includeUsage: false });
    expect(text.whole('Hello', 2, 'stop')).toBe(
      `{"id":"chatcmpl-123","object":"chat.completion","created":1694268190,"model":"gpt-4o-mini","service_tier":"default","system_fingerprint":"fp_simulated","choices":[{"index":0,"message":{"role":"assistant","content":"Hello","refusal":null,"annotations":[]},"logprobs":null,"finish_reason":"stop"}],"usage":${usage}}`,
    );
  });

  const tool = { ...head, wanted: { kind: 'tool', name: 'look"up' } as const, includeUsage: false };
  const called = (json: string) => `"id":"call_123","type":"function","function":{"name":"look\\"up","arguments":${json}}`;

  test('the call of a tool, streamed: id and name first, then pieces of its arguments', () => {
    const text = openaiChat.answer(tool);
    expect(text.begin()).toBe(
      chunk(choice(`{"role":"assistant","content":null,"tool_calls":[{"index":0,${called('""')}}],"refusal":null}`, 'null'), ''),
    );
    expect(text.token('{"a":')).toBe(chunk(choice('{"tool_calls":[{"index":0,"function":{"arguments":"{\\"a\\":"}}]}', 'null'), ''));
    expect(text.end(2, 'stop')).toBe(`${chunk(choice('{}', '"tool_calls"'), '')}data: [DONE]\n\n`);
    expect(text.end(2, 'length')).toBe(`${chunk(choice('{}', '"length"'), '')}data: [DONE]\n\n`);
  });

  test('the call of a tool, whole', () => {
    const [only] = JSON.parse(openaiChat.answer(tool).whole('{"a":1}', 2, 'stop')).choices;
    expect(only).toEqual({
      index: 0,
      message: {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call_123', type: 'function', function: { name: 'look"up', arguments: '{"a":1}' } }],
        refusal: null,
        annotations: [],
      },
      logprobs: null,
      finish_reason: 'tool_calls',
    });
  });

  test('a model’s name is written as JSON, whatever it holds', () => {
    const text = openaiChat.answer({ ...head, model: '"content":""\n\n', includeUsage: false });
    for (const part of [text.begin(), text.token('x'), text.end(1, 'stop').split('\n\n')[0] ?? '']) {
      expect(JSON.parse(part.replace(/^data: /, ''))).toMatchObject({ model: '"content":""\n\n' });
    }
    expect(JSON.parse(text.token('x').slice(6))).toMatchObject({ choices: [{ delta: { content: 'x' } }] });
  });
});

describe('what is read of a request', () => {
  const read = (more: object) =>
    openaiChat.decode({
      params: {},
      query: {},
      headers: {},
      body: { model: 'm', messages: [{ role: 'user', content: 'Hello' }], ...more },
    });

  test('the least there is', () => {
    expect(read({})).toEqual({
      model: 'm',
      stream: false,
      includeUsage: false,
      inputTokens: 8,
      maxTokens: undefined,
      wanted: { kind: 'text' },
    });
  });

  test.each([
    [
      { stream: true, stream_options: { include_usage: true } },
      { stream: true, includeUsage: true },
    ],
    [
      { stream: true, stream_options: null },
      { stream: true, includeUsage: false },
    ],
    [
      { stream: null, max_tokens: null },
      { stream: false, maxTokens: undefined },
    ],
    [{ max_tokens: 5 }, { maxTokens: 5 }],
    [{ max_tokens: 5, max_completion_tokens: 7 }, { maxTokens: 7 }],
    [
      { temperature: 0.2, functions: [{}], user: 'u', n: 1, metadata: {} },
      { stream: false, wanted: { kind: 'text' } },
    ],
  ])('%j', (more, expected) => expect(read(more)).toMatchObject(expected));

  test.each([
    // 3, and for each message 3 and its bytes by four.
    [[{ role: 'user', content: '' }], 6],
    [[{ role: 'user', content: 'abcd' }], 7],
    [[{ role: 'user', content: 'abcde' }], 8],
    [[{ role: 'user', content: '你好' }], 8],
    [
      [
        { role: 'system', content: 'abcd' },
        { role: 'user', content: 'abcd' },
      ],
      11,
    ],
    [
      [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'ab' },
            { type: 'text', text: 'cd' },
            { type: 'image_url', image_url: { url: 'x' } },
          ],
        },
      ],
      7,
    ],
    [
      [
        { role: 'assistant', content: null, tool_calls: [] },
        { role: 'tool', content: 'abcd', tool_call_id: 'x' },
      ],
      10,
    ],
    [[{ role: 'user', name: 'abcd', content: 'abcd' }], 8],
  ])('%j is estimated at %i tokens', (messages, inputTokens) => expect(read({ messages })).toMatchObject({ inputTokens }));
});

describe('what the answer is to be', () => {
  const tool = (name: string, parameters?: object) => ({ type: 'function', function: { name, ...(parameters && { parameters }) } });
  const schema = { type: 'object', properties: { city: { type: 'string' } } };
  const tools = [tool('weather', schema), tool('time')];
  const asked = { role: 'user', content: 'Hello' };
  const heard = [asked, { role: 'assistant', content: null, tool_calls: [] }, { role: 'tool', tool_call_id: 'x', content: 'rain' }];
  const weather = { kind: 'tool', name: 'weather', schema };
  const time = { kind: 'tool', name: 'time', schema: undefined };
  const jsonSchema = { type: 'json_schema', json_schema: { name: 'place', strict: true, schema } };
  const of = (more: object) => openaiChat.decode({ params: {}, query: {}, headers: {}, body: { model: 'm', messages: [asked], ...more } });

  test.each<[string, object, object]>([
    ['nothing said', {}, { kind: 'text' }],
    ['tools alone: the first is called', { tools }, weather],
    ['auto', { tools, tool_choice: 'auto' }, weather],
    ['auto, once a tool was heard', { tools, tool_choice: 'auto', messages: heard }, { kind: 'text' }],
    ['required, even then', { tools, tool_choice: 'required', messages: heard }, weather],
    ['a certain one', { tools, tool_choice: { type: 'function', function: { name: 'time' } } }, time],
    ['none', { tools, tool_choice: 'none' }, { kind: 'text' }],
    ['some of them', { tools, tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'required', tools: [tool('time')] } } }, time],
    ['tools that are no functions', { tools: [{ type: 'custom', custom: { name: 'x' } }] }, { kind: 'text' }],
    ['no tools to choose from', { tool_choice: 'auto' }, { kind: 'text' }],
    ['functions of old are ignored', { functions: [{ name: 'weather' }], function_call: { name: 'weather' } }, { kind: 'text' }],
    ['text', { response_format: { type: 'text' } }, { kind: 'text' }],
    ['any JSON', { response_format: { type: 'json_object' } }, { kind: 'json', schema: undefined }],
    ['JSON of a schema', { response_format: jsonSchema }, { kind: 'json', schema }],
    ['JSON, once a tool was heard', { tools, messages: heard, response_format: jsonSchema }, { kind: 'json', schema }],
    ['a tool before JSON', { tools, response_format: jsonSchema }, weather],
  ])('%s', (_, more, wanted) => expect(of(more)).toMatchObject({ wanted }));

  test.each<[object, string, string | null]>([
    [
      { tools, tool_choice: { type: 'function', function: { name: 'sea' } } },
      "Tool choice 'sea' not found in 'tools' parameter.",
      'tool_choice',
    ],
    [
      { tool_choice: 'required' },
      "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.",
      'tool_choice',
    ],
    [{ tools, tool_choice: 'must' }, "Invalid value: 'must'. Supported values are: 'none', 'auto', 'required'.", 'tool_choice'],
    [
      { tools, tool_choice: 7 },
      "Invalid type for 'tool_choice': expected one of a string or object, but got an integer instead.",
      'tool_choice',
    ],
    [{ tools: [{ type: 'function', function: {} }] }, "Missing required parameter: 'tools[0].function.name'.", 'tools[0].function.name'],
    [{ tools: 'all' }, "Invalid type for 'tools': expected an array, but got a string instead.", 'tools'],
    [
      { response_format: { type: 'yaml' } },
      "Invalid value: 'yaml'. Supported values are: 'text', 'json_object', 'json_schema'.",
      'response_format.type',
    ],
  ])('%j is refused', (more, message, param) => {
    expect(of(more)).toMatchObject({ refused: { status: 400, body: { error: { message, param, type: 'invalid_request_error' } } } });
  });
});

describe('headers of quotas', () => {
  const one = (kind: Remaining['kind'], limit: number, remaining: number, resetMicros: number): Remaining => ({
    kind,
    limit,
    remaining,
    resetMicros,
  });

  test.each<[Remaining[], object]>([
    [[], {}],
    [
      [one('requests', 500, 499, 120_000)],
      { 'x-ratelimit-limit-requests': '500', 'x-ratelimit-remaining-requests': '499', 'x-ratelimit-reset-requests': '120ms' },
    ],
    [
      [one('tokens', 30_000, 29_996, 7_001)],
      { 'x-ratelimit-limit-tokens': '30000', 'x-ratelimit-remaining-tokens': '29996', 'x-ratelimit-reset-tokens': '8ms' },
    ],
    [
      [one('requests', 10, 10, 0)],
      { 'x-ratelimit-limit-requests': '10', 'x-ratelimit-remaining-requests': '10', 'x-ratelimit-reset-requests': '0s' },
    ],
    [
      [one('requests', 1, 0, 360_000_000)],
      { 'x-ratelimit-limit-requests': '1', 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '6m0s' },
    ],
    [
      [one('requests', 60, 59, 1_000_000), one('day', 9, 3, 3_600_000_000)],
      { 'x-ratelimit-limit-requests': '9', 'x-ratelimit-remaining-requests': '3', 'x-ratelimit-reset-requests': '1h0m0s' },
    ],
  ])('%j', (remaining, headers) => expect(quotaHeaders(remaining)).toEqual(headers));
});
