import { describe, expect, test } from 'vitest';
import type { AnswerText, Wanted } from '../../../sim/dialects/api.ts';
import { dialectOf } from '../../../sim/dialects/registry.ts';
import { geminiWith } from './gemini-with.ts';

const call: Wanted = { kind: 'tool', name: 'look_up' };
const head = (wanted: Wanted) => ({ id: 'r1', created: 0, model: 'gemini-x', inputTokens: 9, includeUsage: true, wanted });

function answer(wanted: Wanted = { kind: 'text' }, dialect = dialectOf('gemini')): AnswerText {
  const endpoint = dialect.api?.endpoints[0];
  if (endpoint === undefined) throw new Error('no endpoint');
  return endpoint.answer(head(wanted));
}

/** A stream without `alt=sse`. */
function listed(wanted: Wanted = { kind: 'text' }): AnswerText {
  const asked = dialectOf('gemini').api?.endpoints[0]?.decode({
    params: { '*': 'gemini-x:streamGenerateContent' },
    query: {},
    headers: {},
    body: { contents: [{ parts: [{ text: 'Hello' }] }] },
  });
  if (asked === undefined || 'refused' in asked || asked.written === undefined) throw new Error('no list');
  expect(asked.written.streamType).toBe('application/json; charset=UTF-8');
  return asked.written.answer(head(wanted));
}

const asked = '"promptTokensDetails":[{"modality":"TEXT","tokenCount":9}]';
const tail = '"modelVersion":"gemini-x","responseId":"r1"}';
const part = (text: string) =>
  `{"candidates":[{"content":{"parts":[{"text":"${text}"}],"role":"model"},"index":0}],"usageMetadata":{"promptTokenCount":9,"totalTokenCount":9,${asked}},${tail}`;
const last = (parts: string, finish: string, tokens: number) =>
  `{"candidates":[{"content":{"parts":[${parts}],"role":"model"},"finishReason":"${finish}","index":0}],"usageMetadata":{"promptTokenCount":9,"candidatesTokenCount":${tokens},"totalTokenCount":${9 + tokens},${asked}},${tail}`;
const pretty = (json: string) => JSON.stringify(JSON.parse(json), null, 2);

describe('a stream of events, to the byte', () => {
  test('text', () => {
    const text = answer();
    expect(text.begin()).toBe('');
    expect(text.token('Hello')).toBe(`data: ${part('Hello')}\r\n\r\n`);
    expect(text.end(2, 'stop')).toBe(`data: ${last('{"text":""}', 'STOP', 2)}\r\n\r\n`);
    expect(answer().end(2, 'length')).toBe(`data: ${last('{"text":""}', 'MAX_TOKENS', 2)}\r\n\r\n`);
  });

  test('the call of a function comes whole, at its end', () => {
    const text = answer(call);
    expect(text.begin() + text.token('{"a":') + text.token('1}')).toBe('');
    expect(text.end(2, 'stop')).toBe(`data: ${last('{"functionCall":{"name":"look_up","args":{"a":1}}}', 'STOP', 2)}\r\n\r\n`);
  });

  test('a piece with quotes, lines and what is no ASCII', () => {
    const data = answer().token(' "né"\n').slice('data: '.length);
    expect(JSON.parse(data)).toMatchObject({ candidates: [{ content: { parts: [{ text: ' "né"\n' }] } }] });
  });

  test('an error as an event, and as bare JSON', () => {
    const error = '{"error":{"code":503,"message":"The model is overloaded. Please try again later.","status":"UNAVAILABLE"}}';
    const reply = dialectOf('gemini').errors('m').reply('capacity', 'stream');
    expect(answer().error(reply)).toBe(`data: ${error}\r\n\r\n`);
    expect(answer({ kind: 'text' }, geminiWith({ streamError: 'tail' })).error(reply)).toBe(`${pretty(error)}\n`);
  });
});

describe('a stream that is a list, to the byte', () => {
  test('text', () => {
    const text = listed();
    const stream = text.begin() + text.token('a') + text.token('b') + text.end(2, 'stop');
    expect(stream).toBe(`[${pretty(part('a'))}\n,\r\n${pretty(part('b'))}\n,\r\n${pretty(last('{"text":""}', 'STOP', 2))}\n]\n`);
    expect(JSON.parse(stream)).toHaveLength(3);
  });

  test('an empty answer, a call and an error are lists too', () => {
    const reply = dialectOf('gemini').errors('m').reply('capacity', 'stream');
    const [empty, calling, refused, late] = [listed(), listed(call), listed(), listed()];
    expect(JSON.parse(empty.begin() + empty.end(0, 'stop'))).toHaveLength(1);
    expect(JSON.parse(calling.begin() + calling.token('{}') + calling.end(1, 'stop'))).toMatchObject([
      { candidates: [{ content: { parts: [{ functionCall: { name: 'look_up', args: {} } }] } }] },
    ]);
    expect(JSON.parse(refused.error(reply))).toEqual([reply.body]);
    expect(JSON.parse(late.begin() + late.token('a') + late.error(reply))[1]).toEqual(reply.body);
  });
});

test.each<[Wanted, string, 'stop' | 'length', string, string]>([
  [{ kind: 'text' }, 'Hi.', 'stop', '{"text":"Hi."}', 'STOP'],
  [{ kind: 'json' }, '{"a":1}', 'length', '{"text":"{\\"a\\":1}"}', 'MAX_TOKENS'],
  [call, '{"a":1}', 'stop', '{"functionCall":{"name":"look_up","args":{"a":1}}}', 'STOP'],
  // Arguments that were cut short are none.
  [call, '{"a":', 'length', '{"functionCall":{"name":"look_up","args":{}}}', 'MAX_TOKENS'],
])('a whole answer, to the byte: %j %s %s', (wanted, content, finish, parts, reason) => {
  expect(answer(wanted).whole(content, 2, finish)).toBe(`${pretty(last(parts, reason, 2))}\n`);
});

test('the models', () => {
  const { lists, entries } = dialectOf('gemini').api ?? { lists: [], entries: [] };
  const big = { name: 'models/big', version: '001', displayName: 'big', supportedGenerationMethods: ['generateContent'] };
  expect(entries.map(({ path, reply }) => [path, reply('big', 0)])).toEqual([
    ['/v1beta/models/', big],
    ['/v1/models/', big],
  ]);
  expect(lists.map(({ path, reply }) => [path, reply(['big'], 0)])).toEqual([
    ['/v1beta/models', { models: [big] }],
    ['/v1/models', { models: [big] }],
  ]);
});
