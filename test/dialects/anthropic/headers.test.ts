import { describe, expect, test } from 'vitest';
import { dialectOf } from '../../../sim/dialects/registry.ts';
import type { Remaining } from '../../../sim/provider/quota/quota-group.ts';

const nowMs = Date.UTC(2024, 2, 26, 19, 59, 0);
const one = (kind: Remaining['kind'], limit: number, remaining: number, resetMicros: number): Remaining => ({
  kind,
  limit,
  remaining,
  resetMicros,
});
const said = (family: string, limit: string, remaining: string, reset: string) => ({
  [`anthropic-ratelimit-${family}-limit`]: limit,
  [`anthropic-ratelimit-${family}-remaining`]: remaining,
  [`anthropic-ratelimit-${family}-reset`]: reset,
});

describe('headers of quotas', () => {
  test.each<[Remaining[], object]>([
    [[], {}],
    // As captured, a minute before everything is back.
    [
      [one('requests', 5, 0, 60_000_000), one('tokens', 25_000, 16_000, 60_000_000)],
      { ...said('requests', '5', '0', '2024-03-26T20:00:00Z'), ...said('tokens', '25000', '16000', '2024-03-26T20:00:00Z') },
    ],
    // Up to the next whole second, so that it is over when it is said to be; nothing missing is now.
    [[one('requests', 50, 49, 1)], said('requests', '50', '49', '2024-03-26T19:59:01Z')],
    [[one('requests', 50, 50, 0)], said('requests', '50', '50', '2024-03-26T19:59:00Z')],
    // Tokens to the nearest thousand; `tokens` is the limit of which least is left.
    [
      [one('input-tokens', 20_000, 18_499, 4_503_000), one('output-tokens', 8000, 7500, 3_750_000)],
      {
        ...said('input-tokens', '20000', '18000', '2024-03-26T19:59:05Z'),
        ...said('output-tokens', '8000', '8000', '2024-03-26T19:59:04Z'),
        ...said('tokens', '8000', '8000', '2024-03-26T19:59:04Z'),
      },
    ],
    [[one('requests', 60, 59, 1_000_000), one('day', 9, 3, 86_400_000_000)], said('requests', '9', '3', '2024-03-27T19:59:00Z')],
  ])('%j', (remaining, headers) => expect(dialectOf('anthropic').api?.quotaHeaders(remaining, nowMs)).toEqual(headers));
});

test('the id of a request', () => expect(dialectOf('anthropic').api?.requestId('req_1')).toEqual({ 'request-id': 'req_1' }));

test('the models', () => {
  const { lists, entries } = dialectOf('anthropic').api ?? { lists: [], entries: [] };
  const big = { type: 'model', id: 'big', display_name: 'big', created_at: '2024-03-26T19:59:00Z' };
  expect(entries[0]?.reply('big', nowMs / 1000)).toEqual(big);
  expect(lists[0]?.reply(['big', 'small'], nowMs / 1000)).toEqual({
    data: [big, { ...big, id: 'small', display_name: 'small' }],
    has_more: false,
    first_id: 'big',
    last_id: 'small',
  });
  expect(lists[0]?.reply([], 0)).toEqual({ data: [], has_more: false, first_id: null, last_id: null });
});
