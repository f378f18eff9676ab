import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { poolSamples, quantitiesOf } from '../../reports/result/pool.ts';
import { nearestRank, rankOf } from '../../reports/result/stats/nearest-rank.ts';
import { rankOfSorted } from '../../reports/result/stats/rank-of-sorted.ts';
import { figure, round6 } from '../../reports/result/stats/round6.ts';

const sorted = (values: readonly number[]) => Float64Array.from(values).sort();
const upTo = (n: number) => Float64Array.from({ length: n }, (_, i) => i + 1);

describe('nearest rank', () => {
  it.each([
    // the five values of the usual textbook example: 15 20 35 40 50
    [0.05, [15, 20, 35, 40, 50], 15],
    [0.3, [15, 20, 35, 40, 50], 20],
    [0.4, [15, 20, 35, 40, 50], 20],
    [0.5, [15, 20, 35, 40, 50], 35],
    [1, [15, 20, 35, 40, 50], 50],
    // an even count takes the lower of the two middle values, never their mean
    [0.5, [1, 2, 3, 4], 2],
    [0, [7, 8], 7],
  ])('the %d quantile of %j is %d', (p, values, expected) => {
    expect(nearestRank(sorted(values), p)).toBe(expected);
  });

  it('is not moved by the rounding of p·n: 0.07 · 100 is 7.000000000000001 in floating point', () => {
    expect(0.07 * 100).toBeGreaterThan(7);
    expect(rankOf(0.07, 100)).toBe(7);
    expect(rankOf(0.95, 20)).toBe(19);
    expect(rankOf(0.95, 10_000_020)).toBe(9_500_019);
  });

  it('is null without samples', () => {
    expect(nearestRank(new Float64Array(0), 0.5)).toBeNull();
  });
});

describe('a rank over several sorted arrays', () => {
  const value = fc.oneof(
    fc.integer({ min: 0, max: 5 }),
    fc.double({ min: 0, max: 100, noNaN: true }),
    fc.constant(Number.POSITIVE_INFINITY),
  );

  it('equals the rank in the merged samples, ties and infinities included', () => {
    fc.assert(
      fc.property(fc.array(fc.array(value, { maxLength: 30 }), { minLength: 1, maxLength: 6 }), (lists) => {
        const merged = sorted(lists.flat());
        const arrays = lists.map(sorted);
        for (let k = 1; k <= merged.length; k++) expect(rankOfSorted(arrays, k)).toBe(merged[k - 1]);
      }),
    );
  });

  it('holds when one array lies wholly below the other', () => {
    const arrays = [upTo(1000), upTo(1000).map((x) => x + 1000)];
    for (const k of [1, 999, 1000, 1001, 1500, 2000]) expect(rankOfSorted(arrays, k)).toBe(k);
  });

  it('needs few steps: 5 arrays of 200,000, every 200-quantile', () => {
    const arrays = [0, 1, 2, 3, 4].map((offset) => Float64Array.from({ length: 200_000 }, (_, i) => 5 * i + offset + 1));
    for (let i = 0; i < 200; i++) expect(rankOfSorted(arrays, 5000 * i + 2500)).toBe(5000 * i + 2500);
  });

  it('refuses a rank outside', () => {
    expect(() => rankOfSorted([upTo(3)], 4)).toThrow(/from 1 to 3, found 4/);
    expect(() => rankOfSorted([upTo(3)], 0)).toThrow(RangeError);
    expect(() => rankOfSorted([Float64Array.of(1, Number.NaN)], 2)).toThrow(/NaN/);
  });
});

describe('samples of one replication', () => {
  it('gives count, mean, percentiles and maximum', () => {
    expect(quantitiesOf(upTo(100))).toEqual({ count: 100, mean: 50.5, p50: 50, p90: 90, p95: 95, p99: 99, max: 100 });
  });

  it('has no mean and no maximum once one failed, and no percentile that falls on a failure', () => {
    const withFailures = sorted([...upTo(94), ...Array<number>(6).fill(Number.POSITIVE_INFINITY)]);
    expect(quantitiesOf(withFailures)).toEqual({ count: 100, mean: null, p50: 50, p90: 90, p95: null, p99: null, max: null });
  });

  it('is null without samples', () => {
    expect(quantitiesOf(new Float64Array(0))).toBeNull();
  });
});

describe('samples pooled over replications', () => {
  it('takes percentiles of all samples, not means of percentiles', () => {
    const { pooled, deleteOne, quantiles } = poolSamples([upTo(90), Float64Array.from({ length: 10 }, () => 1000)]);
    expect(pooled).toEqual({ count: 100, mean: 140.95, p50: 50, p90: 90, p95: 1000, p99: 1000, max: 1000 });
    expect(deleteOne).toEqual([
      { p50: 1000, p90: 1000, p95: 1000, p99: 1000 },
      { p50: 45, p90: 81, p95: 86, p99: 90 },
    ]);
    expect(quantiles).toHaveLength(200);
    // (i + ½)/200 of 100 samples: two neighbouring points share a rank, i = 0 and 1 the first one
    expect(quantiles?.slice(0, 4)).toEqual([1, 1, 2, 2]);
    expect(quantiles?.[199]).toBe(1000);
  });

  it('has nothing left when the only replication is left out', () => {
    expect(poolSamples([upTo(3)]).deleteOne).toEqual([{ p50: null, p90: null, p95: null, p99: null }]);
  });

  it('does not lose two replications that share one array', () => {
    const same = upTo(10);
    expect(poolSamples([same, same]).deleteOne[0]?.p50).toBe(5);
  });

  it('is null without samples', () => {
    expect(poolSamples([new Float64Array(0), new Float64Array(0)])).toMatchObject({ pooled: null, quantiles: null });
  });

  it('rests on raw samples whatever they are', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.nat(1000), { maxLength: 40 }), { minLength: 1, maxLength: 5 }), (lists) => {
        expect(poolSamples(lists.map(sorted)).pooled).toEqual(quantitiesOf(sorted(lists.flat())));
      }),
    );
  });
});

describe('figures for files', () => {
  it.each([
    [1 / 3, 0.333333],
    [1234.5678, 1234.57],
    [0.000123456789, 0.000123457],
    // counts stay exact
    [123_456_789, 123_456_789],
    [0, 0],
  ])('%d is written as %d', (value, expected) => {
    expect(round6(value)).toBe(expected);
  });

  it('has no place for what is not finite', () => {
    expect([figure(Number.NaN), figure(Number.POSITIVE_INFINITY), figure(null), figure(2.5)]).toEqual([null, null, null, 2.5]);
  });
});
