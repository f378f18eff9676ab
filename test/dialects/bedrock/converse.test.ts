import { describe, expect, test } from 'vitest';
import type { Call } from '../../../sim/dialects/api.ts';
import { decodeConverse } from '../../../sim/dialects/bedrock/decode.ts';
import { converseAnswer } from '../../../sim/dialects/bedrock/encode.ts';
import { frameOf } from '../../../sim/dialects/bedrock/frame.ts';
import type { Caller } from '../../../sim/dialects/caller.ts';
import { dialectOf } from '../../../sim/dialects/registry.ts';
import { answerHead } from '../answer-head.ts';

const caller = dialectOf('bedrock').caller as Caller;
const messages = [{ role: 'user', content: [{ text: 'Hello' }] }];
const call = (body: unknown): Call => ({ params: { model: 'a/b:0' }, query: {}, headers: {}, body });
const read = (more: object = {}) => decodeConverse(call({ messages, ...more }), false);

describe('a request', () => {
  test('as a client sends it', () => {
    expect(caller.request({ model: 'a/b:0', text: 'Hello', stream: true, maxTokens: 5 })).toEqual({
      path: '/model/a%2Fb%3A0/converse-stream',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ messages, inferenceConfig: { maxTokens: 5 } }),
    });
  });

  const schema = { type: 'object', properties: { city: { type: 'string' } } };
  const tools = ['first', 'second'].map((name) => ({ toolSpec: { name, inputSchema: { json: schema } } }));
  const answered = [...messages, { role: 'user', content: [{ toolResult: { toolUseId: 'x', content: [] } }] }];

  test.each([
    [{}, { model: 'a/b:0', stream: false, inputTokens: 8, maxTokens: undefined, wanted: { kind: 'text' } }],
    [{ inferenceConfig: { maxTokens: 9, temperature: 0.5 } }, { maxTokens: 9 }],
    // 3, and for each of two messages 3 and a token for every 4 bytes.
    [{ system: [{ text: 'Be brief' }] }, { inputTokens: 3 + (3 + 2) + (3 + 2) }],
    [{ toolConfig: { tools } }, { wanted: { kind: 'tool', name: 'first', schema } }],
    [{ toolConfig: { tools, toolChoice: { any: {} } }, messages: answered }, { wanted: { kind: 'tool', name: 'first', schema } }],
    [{ toolConfig: { tools, toolChoice: { tool: { name: 'second' } } } }, { wanted: { kind: 'tool', name: 'second', schema } }],
    [{ toolConfig: { tools, toolChoice: { auto: {} } }, messages: answered }, { wanted: { kind: 'text' } }],
    [
      { outputConfig: { textFormat: { type: 'json_schema', structure: { jsonSchema: { schema: JSON.stringify(schema) } } } } },
      { wanted: { kind: 'json', schema } },
    ],
  ])('%j', (more, expected) => expect(read(more)).toMatchObject(expected));

  test.each([
    [{}, "Missing required parameter: 'messages'."],
    [{ messages: [] }, "Invalid 'messages': empty array."],
    [{ messages: [{ role: 'user', content: 'Hello' }] }, "Invalid type for 'messages[0].content'"],
    [{ messages, inferenceConfig: { maxTokens: 0 } }, "Invalid 'inferenceConfig.maxTokens'"],
    ['text', 'We could not parse the JSON body of your request.'],
  ])('%j is refused', (body, message) => {
    const endpoint = dialectOf('bedrock').api?.endpoints[0];
    expect(endpoint?.decode(call(body))).toMatchObject({
      refused: {
        status: 400,
        headers: { 'x-amzn-errortype': 'ValidationException:http://internal.amazon.com/coral/com.amazon.bedrock/' },
        body: { message: expect.stringContaining(message) },
      },
    });
  });
});

describe('an answer', () => {
  test('whole, with the time that it took', () => {
    const text = converseAnswer(answerHead({ elapsedMs: () => 1234.4 }));
    expect(JSON.parse(text.whole('Hi', 2, 'length'))).toEqual({
      output: { message: { role: 'assistant', content: [{ text: 'Hi' }] } },
      stopReason: 'max_tokens',
      usage: { inputTokens: 8, outputTokens: 2, totalTokens: 10 },
      metrics: { latencyMs: 1234 },
    });
  });

  test('a tool whose input was cut off has none', () => {
    const text = converseAnswer(answerHead({ wanted: { kind: 'tool', name: 'look' } }));
    expect(JSON.parse(text.whole('{"a":', 1, 'length')).output.message.content[0].toolUse).toMatchObject({ name: 'look', input: {} });
  });

  test.each([
    ['an error that is no exception', { ':message-type': 'error', ':error-code': 'internal', ':error-message': 'Oh' }, 'internal', 'Oh'],
  ])('%s', (_, headers, errorCode, message) => {
    const reader = caller.stream({});
    reader.read(Buffer.from(frameOf(headers, ''), 'latin1'));
    expect([reader.over, reader.end().facts]).toMatchObject([true, { errorCode, message, complete: false }]);
  });

  test('events of other kinds say nothing', () => {
    const reader = caller.stream({});
    reader.read(Buffer.from(frameOf({ ':message-type': 'event', ':event-type': 'newer' }, '{"a":1}'), 'latin1'));
    expect([reader.over, reader.tokens]).toEqual([false, 0]);
  });

  test.each([
    ['the name of a header, up to its colon', { 'x-amzn-errortype': 'ThrottlingException:http://x/' }, '{"message":"m"}'],
    ['the name in the body, behind its space', {}, '{"__type":"com.amazon.coral.service#ThrottlingException","message":"m"}'],
    ['a message in upper case', { 'X-Amzn-ErrorType': 'ThrottlingException' }, '{"Message":"m"}'],
  ])('%s', (_, headers, body) =>
    expect(caller.whole(429, headers, body).facts).toMatchObject({ status: 429, errorType: 'ThrottlingException', message: 'm' }),
  );
});
