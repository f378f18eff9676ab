import { describe, expect, test } from 'vitest';
import type { Caller } from '../../../sim/dialects/caller.ts';
import { decodeChat, decodeGeneration } from '../../../sim/dialects/ollama/decode.ts';
import { chatLines, generationLines } from '../../../sim/dialects/ollama/encode.ts';
import { dialectOf } from '../../../sim/dialects/registry.ts';
import { answerHead } from '../answer-head.ts';

const caller = dialectOf('ollama').caller as Caller;
const call = (body: object) => ({ params: {}, query: {}, headers: {}, body });
const messages = [{ role: 'user', content: 'Hello' }];
const schema = { type: 'object' };

describe('a request', () => {
  test.each([
    // 3 + 3 + ⌈5 / 4⌉ for "Hello"; streamed unless it says otherwise.
    [{}, { model: 'm', stream: true, inputTokens: 8, maxTokens: undefined, wanted: { kind: 'text' } }],
    [
      { stream: false, options: { num_predict: 9 } },
      { stream: false, maxTokens: 9 },
    ],
    [{ options: { num_predict: -1 } }, { maxTokens: undefined }],
    [{ format: 'json' }, { wanted: { kind: 'json', schema: undefined } }],
    [{ format: schema }, { wanted: { kind: 'json', schema } }],
    [{ tools: [{ type: 'function', function: { name: 'look', parameters: schema } }] }, { wanted: { kind: 'tool', name: 'look', schema } }],
  ])('for a chat: %j', (more, expected) => expect(decodeChat(call({ model: 'm', messages, ...more }))).toMatchObject(expected));

  test('what a tool said is answered', () => {
    const tools = [{ type: 'function', function: { name: 'look', parameters: schema } }];
    const said = [...messages, { role: 'tool', content: '5' }];
    expect(decodeChat(call({ model: 'm', messages: said, tools }))).toMatchObject({ wanted: { kind: 'text' } });
  });

  test.each([
    [{ prompt: 'Hello' }, { stream: true, inputTokens: 8 }],
    [
      { prompt: 'Hello', stream: false, format: 'json' },
      { stream: false, wanted: { kind: 'json' } },
    ],
  ])('for a generation: %j', (more, expected) => expect(decodeGeneration(call({ model: 'm', ...more }))).toMatchObject(expected));

  test('without a model is refused', () => {
    expect(dialectOf('ollama').api?.endpoints[0]?.decode(call({ messages }))).toMatchObject({
      refused: { status: 400, body: { error: 'you must provide a model parameter' } },
    });
  });
});

describe('an answer', () => {
  const head = answerHead({ elapsedMs: () => 1500 });
  const last = { done: true, done_reason: 'length', total_duration: 1_500_000_000, prompt_eval_count: 8, eval_count: 2 };

  test('a chat in lines', () => {
    const text = chatLines(head);
    const lines = (text.begin() + text.token('Hi') + text.token('!') + text.end(2, 'length')).trimEnd().split('\n');
    const at = { model: 'm', created_at: '2026-03-02T12:00:00.000Z' };
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { ...at, message: { role: 'assistant', content: 'Hi' }, done: false },
      { ...at, message: { role: 'assistant', content: '!' }, done: false },
      { ...at, message: { role: 'assistant', content: '' }, ...last },
    ]);
  });

  test('a generation, whole', () => {
    expect(JSON.parse(generationLines(head).whole('Hi!', 2, 'length'))).toMatchObject({ response: 'Hi!', ...last });
  });

  test('the call of a tool comes whole, with the last line; one that was cut off is a text', () => {
    const lines = ['{"a":1}', '{"a":'].map((content) => {
      const text = chatLines(answerHead({ wanted: { kind: 'tool', name: 'look' } }));
      return JSON.parse(text.begin() + text.token(content) + text.end(1, 'stop'));
    });
    expect(lines.map(({ message }) => message)).toEqual([
      { role: 'assistant', content: '', tool_calls: [{ function: { name: 'look', arguments: { a: 1 } } }] },
      { role: 'assistant', content: '{"a":' },
    ]);
  });

  test.each([
    ['{"error":"model \\"x\\" not found, try pulling it first"}', { message: 'model "x" not found, try pulling it first' }],
    ['{"error":{"message":"m","type":"not_found_error","param":null,"code":null}}', { message: 'm', errorType: 'not_found_error' }],
  ])('the error %s', (body, expected) => expect(caller.whole(404, {}, body).facts).toMatchObject(expected));

  test('without the provider’s count a line is a token', () => {
    const line = (done: boolean) => `${JSON.stringify({ message: { content: done ? '' : 'Hi' }, done })}\n`;
    const reader = caller.stream({});
    reader.read(Buffer.from(line(false) + line(false) + line(true)));
    expect(reader.end()).toMatchObject({ tokens: 2, facts: { complete: true } });
  });
});

test('the list of models, and a path that is not there', () => {
  const { api } = dialectOf('ollama');
  expect(api?.lists[0]?.reply(['big'], 1_772_452_800)).toMatchObject({
    models: [{ name: 'big', modified_at: '2026-03-02T12:00:00.000Z' }],
  });
  expect(api?.misuse({ kind: 'no-such-path', method: 'GET', path: '/x' })).toMatchObject({ status: 404, body: '404 page not found' });
});
