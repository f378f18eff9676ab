import { expect, test } from 'vitest';
import { dialectOf } from '../../../sim/dialects/registry.ts';
import type { Remaining } from '../../../sim/provider/quota/quota-group.ts';
import { answerHead } from '../answer-head.ts';

const { api } = dialectOf('groq');
const one = (kind: Remaining['kind'], limit: number, remaining: number, resetMicros: number): Remaining => ({
  kind,
  limit,
  remaining,
  resetMicros,
});

test.each<[readonly Remaining[], object]>([
  // Requests are those of a day; a limit of a minute has no header.
  [[one('requests', 30, 29, 2_000_000)], {}],
  [
    [one('requests', 30, 29, 2_000_000), one('day', 14_400, 14_399, 6_000_000), one('tokens', 6000, 5000, 10_000_000)],
    {
      'x-ratelimit-limit-requests': '14400',
      'x-ratelimit-remaining-requests': '14399',
      'x-ratelimit-reset-requests': '6s',
      'x-ratelimit-limit-tokens': '6000',
      'x-ratelimit-remaining-tokens': '5000',
      'x-ratelimit-reset-tokens': '10s',
    },
  ],
])('%j', (remaining, headers) => expect(api?.quotaHeaders(remaining, 0)).toEqual(headers));

test('the usage of a stream is in a field of its own, and in a chunk of its own where it was asked for', () => {
  const [endpoint] = api?.endpoints ?? [];
  const ends = [false, true].map(
    (includeUsage) => endpoint?.answer(answerHead({ includeUsage })).end(2, 'stop').split('\n\n').slice(0, -2) ?? [],
  );
  const usage = { prompt_tokens: 8, completion_tokens: 2, total_tokens: 10 };
  expect(ends.map((chunks) => chunks.map((chunk) => JSON.parse(chunk.slice(6))))).toMatchObject([
    [{ x_groq: { usage } }],
    [
      { x_groq: { usage }, usage: null },
      { choices: [], usage },
    ],
  ]);
});
