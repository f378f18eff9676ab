import { describe, expect, test } from 'vitest';
import type { Caller } from '../../sim/dialects/caller.ts';
import { dialectOf } from '../../sim/dialects/registry.ts';
import { answerHead } from './answer-head.ts';
import { readCutEverywhere } from './cut-everywhere.ts';

/** Where each of them answers streams. */
const paths = {
  bedrock: '/model/:model/converse-stream',
  mistral: '/v1/chat/completions',
  groq: '/openai/v1/chat/completions',
  deepseek: '/chat/completions',
  openrouter: '/api/v1/chat/completions',
  vllm: '/v1/chat/completions',
  tgi: '/generate_stream',
  ollama: '/api/chat',
};

describe.each(Object.entries(paths))('a stream of %s, cut in two at every byte', (name, path) => {
  const dialect = dialectOf(name);
  const endpoint = dialect.api?.endpoints.find((one) => one.path === path);
  const { stream } = dialect.caller as Caller;
  const text = () => {
    if (endpoint === undefined) throw new Error(`${name} has no ${path}`);
    return endpoint.answer(answerHead());
  };
  const read = (body: string) => readCutEverywhere(() => stream({}), body, endpoint?.streamEncoding);

  test('a whole answer', () => {
    const answer = text();
    const body = answer.begin() + answer.token('Né ') + answer.token('"x"\n') + answer.end(2, 'stop');
    expect(read(body)).toEqual({
      over: true,
      tokens: 2,
      facts: expect.objectContaining({
        how: 'stream',
        status: 200,
        afterTokens: 2,
        complete: true,
        errorType: undefined,
        message: undefined,
      }),
    });
  });

  test('one that is cut off after a token, with nothing but a part of the next', () => {
    const answer = text();
    const body = answer.begin() + answer.token('a') + answer.token('b').slice(0, -4);
    expect(read(body)).toMatchObject({ over: false, tokens: 1, facts: { complete: false, afterTokens: 1 } });
  });

  test('an error after a token', () => {
    const answer = text();
    const table = dialect.errors('m');
    const body = answer.begin() + answer.token('a') + answer.error(table.reply('capacity', 'stream'));
    const { over, facts } = read(body);
    expect([over, facts]).toEqual([true, { ...table.facts('capacity', 'stream'), afterTokens: 1 }]);
  });
});
