import { describe, expect, test } from 'vitest';
import type { Wanted } from '../../../sim/dialects/api.ts';
import { dialectOf } from '../../../sim/dialects/registry.ts';

const streamError = (option: string) => ({ anthropic: { ...defaults, streamError: option } });
/** Options of a dialect are handed over as they are decoded: all of them. */
const defaults = {
  capacity: 'overloaded',
  capacityShouldRetry: 'yes',
  capacityRetryAfter: true,
  rateLimited: 'requests',
  quota: 'tier',
  quotaShouldRetry: 'unsaid',
  tooLarge: 'request-too-large',
  serverError: 'internal',
  streamError: 'documented',
};

function answer(wanted: Wanted = { kind: 'text' }, spec: Parameters<typeof dialectOf>[0] = 'anthropic') {
  const endpoint = dialectOf(spec).api?.endpoints[0];
  if (endpoint === undefined) throw new Error('no endpoint');
  return endpoint.answer({ id: '1', created: 0, model: 'claude-x', inputTokens: 25, includeUsage: true, wanted });
}

const start = `event: message_start
data: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","content":[],"model":"claude-x","stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":25,"output_tokens":1}}}

`;
const ping = `event: ping
data: {"type": "ping"}

`;
const stop = `event: content_block_stop
data: {"type":"content_block_stop","index":0}

`;
const end = (reason: string, tokens: number) => `event: message_delta
data: {"type":"message_delta","delta":{"stop_reason":"${reason}","stop_sequence":null},"usage":{"output_tokens":${tokens}}}

event: message_stop
data: {"type":"message_stop"}

`;

describe('a streamed message, to the byte', () => {
  test('text', () => {
    const text = answer();
    expect(text.begin()).toBe(
      `${start}event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\n${ping}`,
    );
    expect(text.token('Hello')).toBe(
      'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hello"}}\n\n',
    );
    expect(text.end(15, 'stop')).toBe(stop + end('end_turn', 15));
  });

  test('cut short by max_tokens', () => expect(answer().end(7, 'length')).toBe(stop + end('max_tokens', 7)));

  test('the call of a tool', () => {
    const text = answer({ kind: 'tool', name: 'look_up' });
    expect(text.begin()).toBe(
      `${start}event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"toolu_1","name":"look_up","input":{}}}\n\n${ping}`,
    );
    expect(text.token('{"a":"')).toBe(
      'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\\"a\\":\\""}}\n\n',
    );
    expect(text.end(3, 'stop')).toBe(stop + end('tool_use', 3));
  });

  test('a piece with quotes, lines and what is no ASCII', () => {
    const data = answer().token(' "né"\n').split('data: ')[1] ?? '';
    expect(JSON.parse(data)).toMatchObject({ delta: { text: ' "né"\n' } });
    expect(answer().token('a\n\nb').split('\n\n')).toHaveLength(2);
  });

  test('an error as documented, with the spaces of the documentation, and as captured', () => {
    const error = dialectOf('anthropic').errors('m').reply('capacity', 'stream');
    expect(answer().error(error)).toBe(
      'event: error\ndata: {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}\n\n',
    );
    const captured = dialectOf(streamError('captured')).errors('m').reply('capacity', 'stream', { requestId: 'req_1' });
    expect(answer({ kind: 'text' }, streamError('captured')).error(captured)).toBe(
      'event: error\ndata: {"type":"error","error":{"details":null,"type":"overloaded_error","message":"Overloaded"},"request_id":"req_1"}\n\n',
    );
  });
});

describe('a whole message, to the byte', () => {
  const whole = (content: string, stopReason: string) =>
    `{"id":"msg_1","type":"message","role":"assistant","model":"claude-x","content":[${content}],"stop_reason":"${stopReason}","stop_sequence":null,"usage":{"input_tokens":25,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":2,"service_tier":"standard"}}`;

  test.each<[Wanted, string, 'stop' | 'length', string, string]>([
    [{ kind: 'text' }, 'Hi.', 'stop', '{"type":"text","text":"Hi."}', 'end_turn'],
    [{ kind: 'text' }, 'Hi.', 'length', '{"type":"text","text":"Hi."}', 'max_tokens'],
    [{ kind: 'json' }, '{"a":1}', 'stop', '{"type":"text","text":"{\\"a\\":1}"}', 'end_turn'],
    [{ kind: 'tool', name: 't' }, '{"a":1}', 'stop', '{"type":"tool_use","id":"toolu_1","name":"t","input":{"a":1}}', 'tool_use'],
    // Arguments that were cut short are none.
    [{ kind: 'tool', name: 't' }, '{"a":', 'length', '{"type":"tool_use","id":"toolu_1","name":"t","input":{}}', 'max_tokens'],
  ])('%j %s %s', (wanted, content, finish, block, reason) => {
    expect(answer(wanted).whole(content, 2, finish)).toBe(whole(block, reason));
  });
});
