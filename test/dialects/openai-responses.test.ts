import { describe, expect, test } from 'vitest';
import type { AnswerHead, Wanted } from '../../sim/dialects/api.ts';
import { responsesCaller } from '../../sim/dialects/openai/responses/responses-caller.ts';
import { responsesEndpoint } from '../../sim/dialects/openai/responses/responses-endpoint.ts';
import { streamError } from '../../sim/dialects/openai/responses/stream-error.ts';

const endpoint = responsesEndpoint('/v1/responses', streamError('error-and-failed'));
const head = (wanted: Wanted = { kind: 'text' }): AnswerHead => {
  return { id: '123', created: 1694268190, model: 'gpt-4o-mini', inputTokens: 9, includeUsage: true, wanted };
};
const event = (type: string, data: string) => `event: ${type}\ndata: {"type":"${type}",${data}}\n\n`;
const response = (status: string, output: string, usage: string, incomplete = 'null') =>
  `{"id":"resp_123","object":"response","created_at":1694268190,"status":"${status}","error":null,"incomplete_details":${incomplete},"instructions":null,"max_output_tokens":null,"model":"gpt-4o-mini","output":${output},"parallel_tool_calls":true,"previous_response_id":null,"reasoning":{"effort":null,"summary":null},"store":true,"temperature":1,"text":{"format":{"type":"text"}},"tool_choice":"auto","tools":[],"top_p":1,"truncation":"disabled","usage":${usage},"user":null,"metadata":{}}`;
const usage =
  '{"input_tokens":9,"input_tokens_details":{"cached_tokens":0},"output_tokens":2,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":11}';
const message = (status: string, content: string) =>
  `{"id":"msg_123","type":"message","status":"${status}","role":"assistant","content":[${content}]}`;
const text = (said: string) => `{"type":"output_text","text":"${said}","annotations":[]}`;
const place = '"item_id":"msg_123","output_index":0,"content_index":0';
const call = (status: string, args: string) =>
  `{"id":"fc_123","type":"function_call","status":"${status}","arguments":"${args}","call_id":"call_123","name":"time"}`;

describe('a response, to the byte', () => {
  const begun = [
    event('response.created', `"response":${response('in_progress', '[]', 'null')},"sequence_number":0`),
    event('response.in_progress', `"response":${response('in_progress', '[]', 'null')},"sequence_number":1`),
  ].join('');
  const opened = [
    begun,
    event('response.output_item.added', `"output_index":0,"item":${message('in_progress', '')},"sequence_number":2`),
    event('response.content_part.added', `${place},"part":${text('')},"sequence_number":3`),
  ].join('');

  test.each([
    ['stop', 'completed', 'response.completed', 'null'],
    ['length', 'incomplete', 'response.incomplete', '{"reason":"max_output_tokens"}'],
  ] as const)('streamed to its end, %s: every event, numbered', (finish, status, last, incomplete) => {
    const answer = endpoint.answer(head());
    expect(answer.begin()).toBe(opened);
    expect(answer.token('Hel')).toBe(event('response.output_text.delta', `${place},"delta":"Hel","sequence_number":4`));
    expect(answer.token('lo')).toBe(event('response.output_text.delta', `${place},"delta":"lo","sequence_number":5`));
    expect(answer.end(2, finish)).toBe(
      [
        event('response.output_text.done', `${place},"text":"Hello","sequence_number":6`),
        event('response.content_part.done', `${place},"part":${text('Hello')},"sequence_number":7`),
        event('response.output_item.done', `"output_index":0,"item":${message(status, text('Hello'))},"sequence_number":8`),
        event(last, `"response":${response(status, `[${message(status, text('Hello'))}]`, usage, incomplete)},"sequence_number":9`),
      ].join(''),
    );
  });

  test('whole', () => {
    expect(endpoint.answer(head()).whole('Hello', 2, 'stop')).toBe(
      response('completed', `[${message('completed', text('Hello'))}]`, usage),
    );
  });

  test('the call of a tool', () => {
    const answer = endpoint.answer(head({ kind: 'tool', name: 'time' }));
    const at = '"item_id":"fc_123","output_index":0';
    expect(answer.begin()).toBe(
      begun + event('response.output_item.added', `"output_index":0,"item":${call('in_progress', '')},"sequence_number":2`),
    );
    expect(answer.token('{}')).toBe(event('response.function_call_arguments.delta', `${at},"delta":"{}","sequence_number":3`));
    expect(answer.end(2, 'stop')).toBe(
      [
        event('response.function_call_arguments.done', `${at},"arguments":"{}","sequence_number":4`),
        event('response.output_item.done', `"output_index":0,"item":${call('completed', '{}')},"sequence_number":5`),
        event('response.completed', `"response":${response('completed', `[${call('completed', '{}')}]`, usage)},"sequence_number":6`),
      ].join(''),
    );
  });

  test('a part that nobody can parse', () => {
    const [name, data = ''] = endpoint.answer(head()).malformed('x').split('\n');
    expect(name).toBe('event: response.output_text.delta');
    expect(() => JSON.parse(data.replace('data: ', ''))).toThrow();
  });

  test('repeats what the request said', () => {
    const body = { model: 'm', input: 'Hello', instructions: 'Be short.', max_output_tokens: 7, tools: [{ type: 'web_search' }] };
    const asked = endpoint.decode({ params: {}, query: {}, headers: {}, body });
    const written = 'refused' in asked ? undefined : asked.written?.answer(head());
    const { model, input, ...repeated } = body;
    expect(JSON.parse(written?.whole('Hello', 1, 'stop') ?? '')).toMatchObject(repeated);
  });
});

describe('what is read of a request', () => {
  const of = (more: object) => endpoint.decode({ params: {}, query: {}, headers: {}, body: { model: 'm', input: 'Hello', ...more } });
  const schema = { type: 'object', properties: { city: { type: 'string' } } };
  const tools = [
    { type: 'web_search' },
    { type: 'function', name: 'weather', parameters: schema, strict: true },
    { type: 'function', name: 'time' },
  ];
  const heard = [
    { role: 'user', content: [{ type: 'input_text', text: 'Hello' }] },
    { type: 'function_call', call_id: 'x', name: 'time', arguments: '{}' },
    { type: 'function_call_output', call_id: 'x', output: 'noon' },
  ];
  const weather = { kind: 'tool', name: 'weather', schema };

  test.each<[string, object, object]>([
    // 3, and 3 and a token for every 4 bytes of a message
    ['text', {}, { model: 'm', stream: false, inputTokens: 8, maxTokens: undefined, wanted: { kind: 'text' } }],
    ['instructions are a message', { instructions: 'abcd' }, { inputTokens: 12 }],
    ['items, the output of a tool too', { input: heard }, { inputTokens: 3 + 5 + 3 + 4 }],
    ['a bound and a stream', { max_output_tokens: 9, stream: true }, { maxTokens: 9, stream: true }],
    ['the first function', { tools }, { wanted: weather }],
    ['once a tool was heard', { tools, input: heard }, { wanted: { kind: 'text' } }],
    ['required', { tools, input: heard, tool_choice: 'required' }, { wanted: weather }],
    ['a certain one', { tools, tool_choice: { type: 'function', name: 'time' } }, { wanted: { kind: 'tool', name: 'time' } }],
    [
      'some of them',
      { tools, tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'time' }] } },
      { wanted: { kind: 'tool', name: 'time' } },
    ],
    ["a tool of the provider's", { tools, tool_choice: { type: 'web_search' } }, { wanted: { kind: 'text' } }],
    ['none', { tools, tool_choice: 'none' }, { wanted: { kind: 'text' } }],
    ['any JSON', { text: { format: { type: 'json_object' } } }, { wanted: { kind: 'json', schema: undefined } }],
    ['JSON of a schema', { text: { format: { type: 'json_schema', name: 'x', schema } } }, { wanted: { kind: 'json', schema } }],
  ])('%s', (_, more, asked) => expect(of(more)).toMatchObject(asked));

  test.each<[object, string, string | null]>([
    [{ input: undefined }, "Missing required parameter: 'input'.", 'input'],
    [{ input: 7 }, "Invalid type for 'input': expected one of a string or array of objects, but got an integer instead.", 'input'],
    [{ input: [] }, "Invalid 'input': empty array. Expected an array with minimum length 1, but got an empty array instead.", 'input'],
    [
      {
        input: [
          { role: 'user', content: 'x' },
          { role: 'boss', content: 'x' },
        ],
      },
      "Invalid value: 'boss'. Supported values are: 'user', 'assistant', 'system', 'developer'.",
      'input[1].role',
    ],
    [{ model: undefined }, 'you must provide a model parameter', null],
    [
      { max_output_tokens: 0 },
      "Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 1, but got 0 instead.",
      'max_output_tokens',
    ],
    [
      { text: { format: { type: 'yaml' } } },
      "Invalid value: 'yaml'. Supported values are: 'text', 'json_object', 'json_schema'.",
      'text.format.type',
    ],
  ])('%j is refused', (more, error, param) => {
    expect(of(more)).toMatchObject({ refused: { status: 400, body: { error: { message: error, param } } } });
  });
});

describe('what a client reads of a stream', () => {
  const read = (...events: string[]) => {
    const reader = responsesCaller.stream({});
    reader.read(Buffer.from(events.join('')));
    return { over: reader.over, ...reader.end() };
  };
  const delta = event('response.output_text.delta', '"delta":"a"');

  test.each<[string, string[], object]>([
    ['it ends short of its own end', [delta, delta], { over: false, tokens: 2, facts: { complete: false } }],
    [
      'its own end says how many tokens there were',
      [delta, event('response.completed', '"response":{"usage":{"output_tokens":7}}')],
      { over: true, tokens: 7, facts: { complete: true, afterTokens: 1 } },
    ],
    ['incomplete is an end too', [delta, event('response.incomplete', '"response":{}')], { tokens: 1, facts: { complete: true } }],
    [
      'the wait of a rate limit stands in its text',
      [event('response.failed', '"response":{"error":{"code":"rate_limit_exceeded","message":"Please try again in 3.5s."}}')],
      { facts: { errorCode: 'rate_limit_exceeded', errorType: undefined, retryAfterMs: 3500 } },
    ],
    [
      'of a flat event the type only says that it is an error',
      [event('error', '"code":"slow_down","message":"Slow down.","param":null,"sequence_number":2')],
      { over: true, facts: { errorCode: 'slow_down', errorType: undefined, message: 'Slow down.' } },
    ],
    [
      'a nested one may say when its limit resets',
      [event('error', '"error":{"type":"usage_limit_reached","message":"No.","resets_in_seconds":90}')],
      { facts: { errorType: 'usage_limit_reached', retryAfterMs: 90_000 } },
    ],
    ['failed without saying why', [event('response.failed', '"response":{}')], { over: true, facts: { errorCode: 'server_error' } }],
    ['what it does not know it skips', [event('response.new', '"x":1'), delta], { tokens: 1, facts: { errorCode: undefined } }],
  ])('%s', (_, events, expected) => expect(read(...events)).toMatchObject(expected));
});
