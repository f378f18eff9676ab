import { describe, expect, it } from 'vitest';
import { createQuota } from '../../../sim/provider/quota/quota.ts';
import { createQuotaGroup, untilOneEnds } from '../../../sim/provider/quota/quota-group.ts';
import { day, group, minute, second } from './groups.ts';

describe('the wait of captured OpenAI refusals: (used + requested - limit) * 60 / limit', () => {
  it.each([
    // limit, used, requested, wait in microseconds
    [30_000, 18_928, 11_159, 174_000],
    [30_000, 28_039, 3_906, 3_890_000],
    [200_000, 118_932, 156_060, 22_497_600],
    [10_000, 8_554, 3_082, 9_816_000],
    [30_000, 14_567, 24_754, 18_642_000],
    [10_000, 8_782, 8_172, 41_724_000],
  ])('limit %i, used %i, requested %i', (limit, used, requested, wait) => {
    const tokens = group({ tpm: limit });
    expect(tokens.admit(0, used, 0)).toBe(0);
    expect(tokens.admit(0, requested - 100, 100)).toBe(wait);
    expect(tokens).toMatchObject({
      refusedBy: 'tokens',
      refusedLimit: limit,
      refusedUsed: used,
      refusedRequested: requested,
    });
  });

  it('a limit of 3 requests a minute, all used: 20 s', () => {
    const requests = group({ rpm: 3 });
    for (let i = 0; i < 3; i++) expect(requests.admit(0, 1, 1)).toBe(0);
    expect(requests.admit(0, 1, 1)).toBe(20 * second);
    expect(requests).toMatchObject({ refusedBy: 'requests', refusedLimit: 3, refusedUsed: 3, refusedRequested: 1 });
  });
});

describe('which bucket refuses', () => {
  it.each([
    // spec, what an attempt of 100 in and 50 out costs it: how many pass at once
    [{ rpm: 2 }, 2, 'requests', 30 * second],
    [{ tpm: 300 }, 2, 'tokens', 30 * second],
    [{ inputTpm: 300 }, 3, 'input-tokens', 20 * second],
    [{ outputTpm: 100 }, 2, 'output-tokens', 30 * second],
    [{ rpd: 4 }, 4, 'day', day],
  ] as const)('%j', (spec, admitted, refusedBy, wait) => {
    const one = group(spec);
    for (let i = 0; i < admitted; i++) expect(one.admit(0, 100, 50)).toBe(0);
    expect(one.admit(0, 100, 50)).toBe(wait);
    expect(one.refusedBy).toBe(refusedBy);
    expect(one.admit(wait - 1, 100, 50)).toBe(1);
    expect(one.admit(wait, 100, 50)).toBe(0);
  });

  it('the one that takes longest, and nothing is charged anywhere', () => {
    const both = group({ rpm: 60 }, { rpm: 60, tpm: 600 });
    expect(both.admit(0, 500, 100)).toBe(0);
    expect(both.admit(0, 200, 100)).toBe(30 * second);
    expect(both.refusedBy).toBe('tokens');
    expect(both.remaining(0).map(({ kind, remaining }) => [kind, remaining])).toEqual([
      ['requests', 59],
      ['requests', 59],
      ['tokens', 0],
    ]);
  });

  it('a request larger than a bucket never passes and takes nothing', () => {
    const small = group({ rpm: 60, tpm: 1000, countRefused: { quota: true, capacity: true } });
    expect(small.admit(0, 900, 101)).toBe(Number.POSITIVE_INFINITY);
    expect(small).toMatchObject({ refusedBy: 'tokens', refusedLimit: 1000, refusedRequested: 1001 });
    expect(small.remaining(0)).toEqual([
      { kind: 'requests', limit: 60, remaining: 60, resetMicros: 0 },
      { kind: 'tokens', limit: 1000, remaining: 1000, resetMicros: 0 },
    ]);
    expect(small.admit(0, 900, 100)).toBe(0);
  });

  it('too many under way: no wait is known', () => {
    const narrow = group({ concurrent: 2, rpm: 60 });
    expect([1, 2, 3].map(() => narrow.admit(0, 1, 1))).toEqual([0, 0, untilOneEnds]);
    expect(narrow).toMatchObject({ refusedBy: 'concurrent', refusedLimit: 2, refusedUsed: 2, refusedRequested: 1 });
    narrow.completed(5, 1);
    expect(narrow.admit(5, 1, 1)).toBe(0);
    narrow.capacityRefused(6, 1, 1);
    expect(narrow.admit(6, 1, 1)).toBe(0);
    expect(narrow.admit(6, 1, 1)).toBe(untilOneEnds);
  });
});

describe('burst', () => {
  it.each(['token-bucket', 'fixed', 'sliding'] as const)('%s: so many at once, tokens in proportion', (window) => {
    const requests = group({ rpm: 90, burst: 15, window });
    expect(Array.from({ length: 16 }, () => requests.admit(0, 1, 1)).filter((wait) => wait === 0)).toHaveLength(15);
    // 15 of 90 is a sixth of a minute's worth: 1000 of 6000 tokens.
    const tokens = group({ rpm: 90, tpm: 6000, burst: 15, window });
    expect(tokens.admit(0, 1001, 0)).toBe(Number.POSITIVE_INFINITY);
    expect(tokens.admit(0, 1000, 0)).toBe(0);
    // All of it is back after a sixth of a minute.
    expect(tokens.admit(0, 1000, 0)).toBe(10 * second);
  });
});

describe('charge', () => {
  it('max-tokens: the maximum counts, whatever is used', () => {
    const limited = group({ tpm: 1000, outputTpm: 500 });
    expect(limited.admit(0, 100, 400)).toBe(0);
    limited.completed(second, 3);
    expect(limited.remaining(second).map((one) => one.remaining)).toEqual([516, 108]);
  });

  it('actual: output counts when it is there and may leave less than nothing', () => {
    const limited = group({ tpm: 6000, outputTpm: 600, charge: 'actual' });
    expect(limited.admit(0, 1000, 100_000)).toBe(0);
    expect(limited.remaining(0).map((one) => one.remaining)).toEqual([5000, 600]);
    limited.completed(0, 1200);
    // 600 of 600 a minute owed: 60 s to nothing, and one token of 10 a second more.
    expect(limited.admit(0, 1, 1)).toBe(60 * second + second / 10);
    expect(limited.refusedBy).toBe('output-tokens');
    expect(limited.remaining(0).map((one) => one.remaining)).toEqual([3800, 0]);
  });
});

describe('after the fact', () => {
  it.each([
    [true, 59],
    [false, 60],
  ])('no capacity, refused counted %s: %i requests left, all tokens back', (capacity, left) => {
    const both = group({ rpm: 60, tpm: 1000, inputTpm: 1000, countRefused: { quota: false, capacity } });
    expect(both.admit(0, 300, 200)).toBe(0);
    both.capacityRefused(0, 300, 200);
    expect(both.remaining(0).map((one) => one.remaining)).toEqual([left, 1000, 1000]);
  });

  it('what comes back in a later fixed or sliding window is not a present', () => {
    for (const window of ['fixed', 'sliding'] as const) {
      const tokens = group({ tpm: 1000, window });
      tokens.admit(0, 600, 0);
      tokens.admit(minute, 1000, 0);
      tokens.capacityRefused(minute, 600, 0, 0);
      expect(tokens.remaining(minute)[0]?.remaining).toBe(0);
    }
  });

  it('a sliding window gets back the charge of its own moment', () => {
    const tokens = group({ tpm: 1000, window: 'sliding' });
    tokens.admit(0, 400, 0);
    tokens.admit(10 * second, 600, 0);
    tokens.capacityRefused(20 * second, 400, 0, 0);
    expect(tokens.remaining(20 * second)).toEqual([{ kind: 'tokens', limit: 1000, remaining: 400, resetMicros: 50 * second }]);
    expect(tokens.admit(minute, 401, 0)).toBe(10 * second);
  });

  it('a refused attempt takes min(1, what is there): five a second are locked out until they stop', () => {
    const punished = group({ rpm: 90, burst: 15, countRefused: { quota: true, capacity: true } });
    const waits = Array.from({ length: 300 }, (_, i) => punished.admit((i * second) / 5, 1, 1));
    // The k-th finds 15 - 0.7 k, at least 1 for k = 0 … 20; then 0.3 comes back between two, and each refusal takes it.
    expect(waits.findIndex((wait) => wait > 0)).toBe(21);
    expect(waits.filter((wait) => wait === 0)).toHaveLength(21);
    // One of 1.5 a second: 2/3 s after the last refusal.
    const last = (299 * second) / 5;
    expect(waits.at(-1)).toBe(666_667);
    expect(punished.admit(last + 666_667, 1, 1)).toBe(0);

    const forgiving = group({ rpm: 90, burst: 15 });
    const kept = Array.from({ length: 300 }, (_, i) => forgiving.admit((i * second) / 5, 1, 1));
    expect(kept.filter((wait) => wait === 0).length).toBeGreaterThanOrEqual(15 + 1.5 * 59);
  });
});

describe('windows', () => {
  it('fixed windows start with the run, days end at midnight of the zone', () => {
    const fixed = group({ rpm: 2, window: 'fixed' });
    expect([50, 55, 59, 60, 61, 62].map((at) => fixed.admit(at * second, 1, 1))).toEqual([0, 0, second, 0, 0, 58 * second]);
    const half = createQuotaGroup([
      createQuota(
        { rpd: 1, window: 'token-bucket', charge: 'actual', countRefused: { quota: false, capacity: true } },
        { dayEndsMicros: (now) => (now < 100 ? 100 : 100 + (Math.floor((now - 100) / day) + 1) * day) },
      ),
    ]);
    expect([0, 1, 99, 100, 101].map((at) => half.admit(at, 1, 1))).toEqual([0, 99, 1, 0, day - 1]);
  });

  it('headers tell when nothing is missing: one request of 500 a minute is back after 120 ms', () => {
    const requests = group({ rpm: 500, tpm: 30_000 });
    requests.admit(0, 3, 1);
    expect(requests.remaining(0)).toEqual([
      { kind: 'requests', limit: 500, remaining: 499, resetMicros: 120_000 },
      { kind: 'tokens', limit: 30_000, remaining: 29_996, resetMicros: 8_000 },
    ]);
  });
});
