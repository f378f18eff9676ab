import { describe, expect, it } from 'vitest';
import { clopperPearson } from '../../../reports/result/stats/clopper-pearson.ts';
import { enoughBeyond, jackknifeInterval, jackknifeValues } from '../../../reports/result/stats/jackknife.ts';
import { kornGraubard } from '../../../reports/result/stats/korn-graubard.ts';
import { meanOf, studentInterval, tQuantile } from '../../../reports/result/stats/student.ts';

/** P(X ≥ x) for X binomial(n, p): terms relative to the largest one, so that none of them underflows where it counts. */
function binomialTail(x: number, n: number, p: number): number {
  const mode = Math.floor((n + 1) * p);
  const odds = p / (1 - p);
  let all = 1;
  let tail = mode >= x ? 1 : 0;
  for (let k = mode + 1, term = 1; k <= n; k++) {
    term *= ((n - k + 1) / k) * odds;
    all += term;
    if (k >= x) tail += term;
  }
  for (let k = mode, term = 1; k > 0; k--) {
    term *= k / ((n - k + 1) * odds);
    all += term;
    if (k - 1 >= x) tail += term;
  }
  return tail / all;
}

describe('Clopper-Pearson', () => {
  it.each([
    // tables of exact 95 % limits, e.g. Documenta Geigy
    [0, 10, 0, 0.3085],
    [1, 10, 0.0025, 0.445],
    [5, 10, 0.1871, 0.8129],
    [10, 10, 0.6915, 1],
    [10, 100, 0.049, 0.1762],
  ])('%d of %d: %d to %d', (part, whole, low, high) => {
    const interval = clopperPearson(part, whole);
    expect(interval[0]).toBeCloseTo(low, 4);
    expect(interval[1]).toBeCloseTo(high, 4);
  });

  it.each([
    [3, 50],
    [40, 500],
    [9460, 215_000],
  ])('%d of %d leaves a fortieth in each binomial tail', (part, whole) => {
    const [low, high] = clopperPearson(part, whole);
    expect(binomialTail(part, whole, low)).toBeCloseTo(0.025, 4);
    expect(1 - binomialTail(part + 1, whole, high)).toBeCloseTo(0.025, 4);
  });
});

describe('Korn-Graubard', () => {
  it('is Clopper-Pearson where replications differ no more than chance does', () => {
    expect(kornGraubard([2, 2, 2, 2, 2].map((part) => ({ part, whole: 20 })))).toEqual(clopperPearson(10, 100));
  });

  it('counts on fewer samples where they differ more', () => {
    // p = .1, v = 2·(10² + 10²)/200² = .01, deff = .01·200/.09 = 22.2, t(1) = 12.706, n* = 200/22.2·(1.96/12.706)² = .2142
    const interval = kornGraubard([
      { part: 0, whole: 100 },
      { part: 20, whole: 100 },
    ]);
    const expected = clopperPearson(0.02142, 0.2142);
    expect(interval?.[0]).toBeCloseTo(expected[0], 4);
    expect(interval?.[1]).toBeCloseTo(expected[1], 4);
  });

  it('without a failure in N ends at 1 − 0.025^(1/N)', () => {
    // 1 − .025^(1/100) = .0362; all failures are the mirror image
    const none = kornGraubard([
      { part: 0, whole: 40 },
      { part: 0, whole: 60 },
    ]);
    expect(none?.[0]).toBe(0);
    expect(none?.[1]).toBeCloseTo(0.0362, 4);
    const all = kornGraubard([
      { part: 40, whole: 40 },
      { part: 60, whole: 60 },
    ]);
    expect(all?.[0]).toBeCloseTo(0.9638, 4);
    expect(all?.[1]).toBe(1);
  });

  it('is null for nothing counted and for a single replication', () => {
    expect(kornGraubard([])).toBeNull();
    expect(kornGraubard([{ part: 3, whole: 1000 }])).toBeNull();
    expect(
      kornGraubard([
        { part: 0, whole: 0 },
        { part: 0, whole: 0 },
      ]),
    ).toBeNull();
  });
});

describe('Student', () => {
  it.each([
    // tables of the t distribution
    [0.975, 1, 12.706],
    [0.975, 4, 2.776],
    [0.975, 9, 2.262],
    [0.975, 39, 2.023],
    [0.995, 10, 3.169],
  ])('the %d quantile with %d degrees of freedom is %d', (p, degrees, expected) => {
    expect(tQuantile(p, degrees)).toBeCloseTo(expected, 3);
  });

  it('gives mean ± t · s/√n: 1 … 5 has s² = 2.5', () => {
    const estimated = meanOf([1, 2, 3, 4, 5]);
    expect(estimated).toEqual({ value: 3, error: Math.sqrt(0.5), degrees: 4 });
    // 3 ± 2.776 · .70711
    const [low, high] = studentInterval(estimated as NonNullable<typeof estimated>);
    expect(low).toBeCloseTo(1.037, 3);
    expect(high).toBeCloseTo(4.963, 3);
  });

  it('says nothing about one value, and is a point where nothing varies', () => {
    expect(meanOf([7])).toBeNull();
    expect(meanOf([0.1, 0.1, 0.1])).toEqual({ value: 0.1, error: 0, degrees: 2 });
  });
});

describe('jackknife', () => {
  it('gives a mean back its own values', () => {
    const values = [3, 8, 1, 12];
    const deleteOne = values.map((value) => (24 - value) / 3);
    expect(jackknifeValues(6, deleteOne).map((value) => Number(value.toPrecision(12)))).toEqual(values);
  });

  it('works on the logarithm: the interval of a geometric mean is that of the mean of logarithms', () => {
    const logs = [1, 2, 3, 4, 5];
    const interval = jackknifeInterval(
      Math.exp(3),
      logs.map((log) => Math.exp((15 - log) / 4)),
    );
    expect(Math.log(interval?.[0] ?? 0)).toBeCloseTo(1.037, 3);
    expect(Math.log(interval?.[1] ?? 0)).toBeCloseTo(4.963, 3);
  });

  it('leaves a figure at 0 where it is 0 throughout, and gives up where a logarithm does not exist', () => {
    expect(jackknifeInterval(0, [0, 0, 0])).toEqual([0, 0]);
    expect(jackknifeInterval(5, [0, 5, 6])).toBeNull();
    expect(jackknifeInterval(5, [5])).toBeNull();
  });

  it('needs ten samples beyond the percentile in every replication', () => {
    // rank of p95 in 200 is 190: ten beyond; in 199 it is 190: nine
    expect(enoughBeyond([200, 200], 0.95)).toBe(true);
    expect(enoughBeyond([200, 199], 0.95)).toBe(false);
    expect(enoughBeyond([200], 0.95)).toBe(false);
    expect(enoughBeyond([1000, 0], 0.5)).toBe(false);
  });
});
