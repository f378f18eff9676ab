import { describe, expect, test } from 'vitest';
import type { Caller } from '../../../sim/dialects/caller.ts';
import { dialectOf } from '../../../sim/dialects/registry.ts';
import { readCutEverywhere } from '../cut-everywhere.ts';

const caller = dialectOf('gemini').caller as Caller;
const stream = (text: string) => readCutEverywhere(() => caller.stream({}), text);

/** As captured, shortened: the first part of an answer and its last. */
const first =
  'data: {"candidates": [{"content": {"parts": [{"text": "Parïs"}],"role": "model"}}],"usageMetadata": {"promptTokenCount": 11,"totalTokenCount": 11},"modelVersion": "gemini-2.0-flash"}\r\n\r\n';
const last =
  'data: {"candidates": [{"content": {"parts": [{"text": "\\n"}],"role": "model"},"finishReason": "STOP"}],"usageMetadata": {"promptTokenCount": 10,"candidatesTokenCount": 7,"totalTokenCount": 17},"modelVersion": "gemini-2.0-flash"}\r\n\r\n';
const busy = '{"error":{"code":503,"message":"This model is busy.","status":"UNAVAILABLE"}}';
const tail = `${JSON.stringify(JSON.parse(busy), null, 2)}\n`;
const error = { errorType: 'UNAVAILABLE', errorCode: undefined, message: 'This model is busy.', complete: false };

describe('a request', () => {
  test('plain', () => {
    expect(caller.request({ model: 'gemini-x', text: 'Hello', stream: false, maxTokens: 5 })).toEqual({
      path: '/v1beta/models/gemini-x:generateContent',
      headers: { 'content-type': 'application/json' },
      body: '{"contents":[{"role":"user","parts":[{"text":"Hello"}]}],"generationConfig":{"maxOutputTokens":5}}',
    });
  });

  test('streamed, of a model with a name that needs care', () => {
    expect(caller.request({ model: 'main/a b', text: 'x', stream: true, maxTokens: undefined })).toEqual({
      path: '/v1beta/models/main/a%20b:streamGenerateContent?alt=sse',
      headers: { 'content-type': 'application/json' },
      body: '{"contents":[{"role":"user","parts":[{"text":"x"}]}]}',
    });
  });

  test('the key', () => expect(caller.authorization('k')).toEqual({ 'x-goog-api-key': 'k' }));
});

describe('a stream, cut at every byte', () => {
  test.each<[string, string, object]>([
    ['whole', first + last, { over: true, tokens: 7, facts: { how: 'stream', status: 200, afterTokens: 2, complete: true } }],
    ['with other ends of lines', (first + last).replaceAll('\r', ''), { over: true, tokens: 7, facts: { afterTokens: 2, complete: true } }],
    ['nothing', '', { over: false, tokens: 0, facts: { complete: false } }],
    ['cut after a token', first, { over: false, tokens: 1, facts: { afterTokens: 1, complete: false } }],
    ['the last event cut off', (first + last).slice(0, -2), { over: false, tokens: 1, facts: { complete: false } }],
    ['an error first', `data: ${busy}\r\n\r\n`, { over: true, tokens: 0, facts: { ...error, afterTokens: 0 } }],
    ['an error after a token', `${first}data: ${busy}\r\n\r\n`, { over: true, tokens: 1, facts: { ...error, afterTokens: 1 } }],
    ['an error as bare JSON', first + tail, { over: true, tokens: 1, facts: { ...error, afterTokens: 1 } }],
    ['an error as bare JSON in one line, without its end', first + busy, { over: false, tokens: 1, facts: error }],
    ['an error as a list of one', `${first}[${tail}]\n`, { over: true, facts: error }],
    ['half of such an error', first + tail.slice(0, 30), { tokens: 1, facts: { parsed: false, complete: false } }],
    [
      'a part that nobody can parse, and the end all the same',
      `${first}data: {"candidates":\r\n\r\n${last}`,
      { over: true, tokens: 7, facts: { parsed: false, complete: true } },
    ],
    [
      'the call of a function: as many tokens as are counted',
      'data: {"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":{}}}]},"finishReason":"STOP"}],"usageMetadata":{"candidatesTokenCount":5}}\r\n\r\n',
      { over: true, tokens: 5, facts: { afterTokens: 5, complete: true } },
    ],
    [
      'a call that nobody counted',
      'data: {"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":{}}}]}}]}\r\n\r\n',
      { over: false, tokens: 1, facts: { afterTokens: 1 } },
    ],
    ['a comment', `: hello\r\n\r\n${first}${last}`, { over: true, tokens: 7 }],
  ])('%s', (_, text, expected) => expect(stream(text)).toMatchObject(expected));
});

describe('a whole body', () => {
  const answer = (parts: string, usage: string) => `{"candidates":[{"content":{"parts":[${parts}]},"finishReason":"STOP"}]${usage}}`;
  const violation = (...ids: readonly string[]) => ({
    '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
    violations: ids.map((quotaId) => ({ quotaId })),
  });
  const wait = (retryDelay: string) => ({ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay });
  const limit = (...details: readonly object[]) =>
    JSON.stringify({ error: { code: 429, message: 'x', status: 'RESOURCE_EXHAUSTED', details } });

  test.each<[string, number, Record<string, string>, string, object]>([
    [
      'a text',
      200,
      {},
      answer('{"text":"Hi"}', ',"usageMetadata":{"candidatesTokenCount":2}'),
      { tokens: 2, facts: { afterTokens: 2, complete: true } },
    ],
    ['a text that nobody counted', 200, {}, answer('{"text":"Hi"}', ''), { tokens: 1 }],
    ['an empty text', 200, {}, answer('{"text":""}', ''), { tokens: 0 }],
    ['a call that nobody counted', 200, {}, answer('{"functionCall":{"name":"f"}}', ''), { tokens: 1 }],
    ['half a body', 200, {}, '{"candidates": [', { tokens: 0, facts: { parsed: false } }],
    ['no candidate', 200, {}, '{"promptFeedback":{"blockReason":"SAFETY"}}', { tokens: 0, facts: { afterTokens: 0 } }],
    [
      'no capacity',
      503,
      {},
      tail,
      { facts: { status: 503, errorType: 'UNAVAILABLE', message: 'This model is busy.', retryAfterMs: undefined } },
    ],
    ['in a list', 503, {}, `[${tail}]`, { facts: { errorType: 'UNAVAILABLE' } }],
    // A11: waits that stand in the body.
    ['a wait', 429, {}, limit(wait('45.8s')), { facts: { errorType: 'RESOURCE_EXHAUSTED', retryAfterMs: 45_800 } }],
    ['a wait to nine digits', 429, {}, limit(wait('58.821668433s')), { facts: { retryAfterMs: expect.closeTo(58_821.668433, 6) } }],
    ['a wait of nothing', 429, {}, limit(wait('0s')), { facts: { retryAfterMs: 0 } }],
    ['a wait that is none', 429, {}, limit(wait('soon')), { facts: { retryAfterMs: undefined } }],
    ['a header before a body', 429, { 'retry-after': '7' }, limit(wait('45.8s')), { facts: { retryAfterMs: 7000 } }],
    ['a quota of a minute', 429, {}, limit(violation('XPerMinute')), { facts: { errorCode: 'XPerMinute' } }],
    ['that of a day before others', 429, {}, limit(violation('XPerMinute', 'XPerDay')), { facts: { errorCode: 'XPerDay' } }],
    [
      'a reason',
      503,
      {},
      '{"error":{"code":503,"message":"x","status":"UNAVAILABLE","details":[{"reason":"MODEL_CAPACITY_EXHAUSTED"}]}}',
      { facts: { errorCode: 'MODEL_CAPACITY_EXHAUSTED' } },
    ],
    [
      'details of a kind that nobody knows',
      429,
      {},
      limit({ violations: 7 }, { violations: [7, { quotaId: 7 }] }),
      { facts: { errorCode: undefined } },
    ],
    ['an error without a status', 500, {}, '{"error":{"code":500,"message":"x"}}', { facts: { errorType: undefined, errorCode: '500' } }],
    ['a text of a proxy', 502, {}, '<html>', { facts: { status: 502, parsed: false, message: undefined } }],
  ])('%s', (_, status, headers, body, expected) => expect(caller.whole(status, headers, body)).toMatchObject(expected));
});
