import { describe, expect, test } from 'vitest';
import type { Caller } from '../../../sim/dialects/caller.ts';
import { dialectOf } from '../../../sim/dialects/registry.ts';
import { readCutEverywhere } from '../cut-everywhere.ts';

const caller = dialectOf('anthropic').caller as Caller;
const stream = (text: string) => readCutEverywhere(() => caller.stream({}), text);

/** As the documentation shows a stream. */
const documented = `event: message_start
data: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","content":[],"model":"claude-x","stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":25,"output_tokens":1}}}

event: content_block_start
data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

event: ping
data: {"type": "ping"}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hellö"}}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"!"}}

event: content_block_stop
data: {"type":"content_block_stop","index":0}

event: message_delta
data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":15}}

event: message_stop
data: {"type":"message_stop"}

`;
const upTo = (words: string) => documented.slice(0, documented.indexOf(words));
const overloaded = 'event: error\ndata: {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}\n\n';
const error = { errorType: 'overloaded_error', message: 'Overloaded' };

describe('a request', () => {
  test('plain', () => {
    expect(caller.request({ model: 'm', text: 'Hello', stream: false, maxTokens: 5 })).toEqual({
      path: '/v1/messages',
      headers: { 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
      body: '{"model":"m","max_tokens":5,"messages":[{"role":"user","content":"Hello"}]}',
    });
  });

  test('streamed, without a bound: the interface wants one all the same', () => {
    const { body } = caller.request({ model: 'm', text: 'Hello', stream: true, maxTokens: undefined });
    expect(JSON.parse(body)).toEqual({ model: 'm', max_tokens: 4096, messages: [{ role: 'user', content: 'Hello' }], stream: true });
  });

  test('the key', () => expect(caller.authorization('k')).toEqual({ 'x-api-key': 'k' }));
});

describe('a stream, cut at every byte', () => {
  test('whole: as many tokens as the provider counts, two of them seen', () => {
    expect(stream(documented)).toEqual({
      over: true,
      tokens: 15,
      facts: expect.objectContaining({ how: 'stream', status: 200, afterTokens: 2, complete: true, errorType: undefined }),
    });
  });

  test('with the ends of lines that some servers have', () => {
    for (const end of ['\r\n', '\r']) expect(stream(documented.replaceAll('\n', end))).toEqual(stream(documented));
  });

  test.each<[string, string, object]>([
    ['nothing', '', { tokens: 0, over: false, facts: { complete: false, afterTokens: 0 } }],
    // What message_start counts is no token of the answer.
    ['ends after its start', upTo('event: content_block_delta'), { tokens: 0, over: false, facts: { complete: false } }],
    ['cut after two tokens', upTo('event: content_block_stop'), { tokens: 2, over: false, facts: { complete: false, afterTokens: 2 } }],
    ['without its last event', upTo('event: message_stop'), { tokens: 15, over: false, facts: { complete: false, afterTokens: 2 } }],
    ['the last event cut off', documented.slice(0, -1), { tokens: 15, over: false, facts: { complete: false } }],
    ['an error first', overloaded, { tokens: 0, over: true, facts: { ...error, complete: false, afterTokens: 0 } }],
    [
      'an error after two tokens',
      upTo('event: content_block_stop') + overloaded,
      { tokens: 2, over: true, facts: { ...error, complete: false, afterTokens: 2 } },
    ],
    [
      'an error with all that a body has',
      'event: error\ndata: {"type":"error","error":{"details":null,"type":"overloaded_error","message":"Overloaded"},"request_id":"req_1"}\n\n',
      { over: true, facts: error },
    ],
    ['an error whose data is text', 'event: error\ndata: upstream is gone\n\n', { over: true, facts: { message: 'upstream is gone' } }],
    [
      'a part that nobody can parse, and the end all the same',
      `${upTo('event: content_block_stop')}event: content_block_delta\ndata: {"type":\n\n${documented.slice(upTo('event: content_block_stop').length)}`,
      { tokens: 15, over: true, facts: { parsed: false, complete: true } },
    ],
    [
      'the arguments of a tool',
      'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{}"}}\n\n',
      { tokens: 1, facts: { afterTokens: 1 } },
    ],
    [
      'events that it does not know, and comments',
      `: hello\n\nevent: news\ndata: {"type":"news"}\n\n${documented}`,
      { tokens: 15, over: true },
    ],
    ['events without names', documented.replaceAll(/^event: .*\n/gm, ''), { tokens: 15, over: true, facts: { complete: true } }],
  ])('%s', (_, text, expected) => expect(stream(text)).toMatchObject(expected));
});

describe('a whole body', () => {
  const message = (content: string, usage: string) => `{"id":"msg_1","type":"message","content":[${content}]${usage}}`;

  test.each<[string, number, Record<string, string>, string, object]>([
    [
      'a text',
      200,
      {},
      message('{"type":"text","text":"Hi"}', ',"usage":{"output_tokens":2}'),
      { tokens: 2, facts: { afterTokens: 2, complete: true } },
    ],
    ['a text that nobody counted', 200, {}, message('{"type":"text","text":"Hi"}', ''), { tokens: 1 }],
    [
      'an empty text',
      200,
      {},
      message('{"type":"text","text":""}', ',"usage":{"output_tokens":0}'),
      { tokens: 0, facts: { afterTokens: 0 } },
    ],
    ['a call that nobody counted', 200, {}, message('{"type":"tool_use","name":"t","input":{}}', ''), { tokens: 1 }],
    ['half a body', 200, {}, '{"id":"msg_1"', { tokens: 0, facts: { parsed: false } }],
    [
      'a limit',
      429,
      { 'retry-after': '7', 'x-should-retry': 'true' },
      '{"type":"error","error":{"type":"rate_limit_error","message":"Slow."},"request_id":"req_1"}',
      { tokens: 0, facts: { status: 429, errorType: 'rate_limit_error', message: 'Slow.', retryAfterMs: 7000, shouldRetry: true } },
    ],
    [
      'the spending limit of the tier',
      429,
      {},
      '{"type":"error","error":{"type":"rate_limit_error","message":"x","details":{"error_code":"enforced_spend_limit_reached"}}}',
      { facts: { errorType: 'rate_limit_error', errorCode: 'enforced_spend_limit_reached', retryAfterMs: undefined } },
    ],
  ])('%s', (_, status, headers, body, expected) => expect(caller.whole(status, headers, body)).toMatchObject(expected));
});
