import { describe, expect, test } from 'vitest';
import type { Caller } from '../../../sim/dialects/caller.ts';
import { dialectOf } from '../../../sim/dialects/registry.ts';
import { decodeGeneration } from '../../../sim/dialects/tgi/decode.ts';
import { answerHead } from '../answer-head.ts';

const dialect = dialectOf('tgi');
const caller = dialect.caller as Caller;
const call = (body: unknown) => ({ params: {}, query: {}, headers: {}, body });

describe('a request', () => {
  test.each([
    // 3 + 3 + ⌈5 / 4⌉ for "Hello".
    [{ inputs: 'Hello' }, { model: undefined, stream: true, inputTokens: 8, maxTokens: undefined, wanted: { kind: 'text' } }],
    [
      { inputs: 'Hello', model: 'big', parameters: { max_new_tokens: 9 } },
      { model: 'big', maxTokens: 9 },
    ],
    [{ inputs: 'Hello', model: 'tgi' }, { model: undefined }],
    [
      { inputs: 'Hello', parameters: { grammar: { type: 'json', value: { type: 'object' } } } },
      { wanted: { kind: 'json', schema: { type: 'object' } } },
    ],
    [{ inputs: 'Hello', parameters: { grammar: { type: 'regex', value: 'a*' } } }, { wanted: { kind: 'text' } }],
  ])('%j', (body, expected) => expect(decodeGeneration(call(body), true)).toMatchObject(expected));

  test.each([
    [{}, "Missing required parameter: 'inputs'."],
    [{ inputs: 'x', parameters: { max_new_tokens: 0 } }, "Invalid 'parameters.max_new_tokens'"],
  ])('%j is refused', (body, message) => {
    const [endpoint] = dialect.api?.endpoints ?? [];
    expect(endpoint?.decode(call(body))).toMatchObject({
      refused: { status: 422, body: { error: expect.stringContaining(message), error_type: 'validation' } },
    });
  });

  test('of a chat names no model where it says tgi', () => {
    const chat = dialect.api?.endpoints[2];
    const messages = [{ role: 'user', content: 'Hello' }];
    expect(['tgi', 'big'].map((model) => chat?.decode(call({ model, messages })))).toMatchObject([{ model: undefined }, { model: 'big' }]);
  });
});

describe('an answer', () => {
  const details = { finish_reason: 'length', generated_tokens: 2, seed: null };

  test('has its details where they are asked for', () => {
    const asked = decodeGeneration(call({ inputs: 'x', parameters: { details: true } }), false);
    const bare = decodeGeneration(call({ inputs: 'x' }), false);
    if ('refused' in asked || 'refused' in bare) throw new Error('refused');
    expect(asked.written).toBeUndefined();
    expect(JSON.parse(bare.written?.answer(answerHead()).whole('Hi', 2, 'length') ?? '')).toEqual({ generated_text: 'Hi' });
    const [endpoint] = dialect.api?.endpoints ?? [];
    expect(JSON.parse(endpoint?.answer(answerHead()).whole('Hi', 2, 'length') ?? '')).toMatchObject({ generated_text: 'Hi', details });
  });

  test('a stream numbers its tokens from 1; the last event repeats the text', () => {
    const answer = dialect.api?.endpoints[1]?.answer(answerHead());
    const events = [answer?.token('Hi'), answer?.token('!'), answer?.end(2, 'length')].map((text) => JSON.parse((text ?? '').slice(5)));
    expect(events).toMatchObject([
      { index: 1, token: { text: 'Hi', special: false }, generated_text: null },
      { index: 2, token: { text: '!' }, generated_text: null },
      { index: 3, token: { special: true }, generated_text: 'Hi!', details },
    ]);
  });

  test.each([
    ['[{"generated_text":"Hi"}]', 1],
    ['{"generated_text":""}', 0],
    [`{"generated_text":"Hi","details":${JSON.stringify(details)}}`, 2],
  ])('%s has %i tokens', (body, tokens) => expect(caller.whole(200, {}, body).tokens).toBe(tokens));
});
