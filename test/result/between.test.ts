import { expect, test } from 'vitest';
import { between } from '../../reports/result/between.ts';
import type { Result } from '../../reports/result/result.ts';
import { makeResult, makeStrategy, type Run } from './make-fold.ts';

const costing = (...costs: readonly number[]) => costs.map((costUsd): Run => ({ costUsd }));
const resultOf = (runs: readonly Run[], scenario: Partial<Result['scenario']> = {}) => makeResult([makeStrategy('a', runs)], scenario);
const costOf = (first: Result, second: Result) =>
  between(first, second)[0]?.comparisons.find(({ measure }) => measure === 'costUsd') ?? null;

const before = costing(1, 2, 3, 4, 5);
const after = costing(2, 3, 5, 5, 6);

test('with the same luck the difference is taken replication by replication', () => {
  const [first, second] = [resultOf(before), resultOf(after)];
  expect(between(first, second)).toMatchObject([{ name: 'a', paired: true, fresh: false, replications: [5, 5] }]);
  // 1, 1, 2, 1, 1: mean 1.2, standard error √(0.2/5) = 0.2, t₄ = 2.776445
  expect(costOf(first, second)).toMatchObject({ strategy: 'a', baseline: 'a', difference: 1.2, interval: [0.644711, 1.75529] });
});

test.each<[string, Result]>([
  ['another seed', resultOf(after, { seed: 2 })],
  ['another load', resultOf(after, { resolved: { workload: { arrivals: { poisson: { rate: 4000 } } } } })],
  ['luck that cannot be shared', resultOf(after, { paired: false })],
])('%s: each side over its own replications', (_, second) => {
  const first = resultOf(before);
  expect(between(first, second)).toMatchObject([{ paired: false }]);
  // Variances 2.5 and 2.7: standard error √(2.5/5 + 2.7/5) = 1.0198; 7.988 degrees (Welch), t = 2.3067
  const { difference, interval } = costOf(first, second) ?? {};
  expect(difference).toBe(1.2);
  expect(interval?.[0]).toBeCloseTo(1.2 - 1.0198 * 2.3067, 2);
  expect(interval?.[1]).toBeCloseTo(1.2 + 1.0198 * 2.3067, 2);
});

test('another number of replications is not paired: percentiles are known for all of them alone', () => {
  const [first, second] = [resultOf(before), resultOf(after.slice(0, 4))];
  expect(between(first, second)).toMatchObject([{ paired: false, replications: [5, 4] }]);
  expect(between(first, second)[0]?.comparisons.find(({ measure }) => measure === 'latency.p95')).toMatchObject({ difference: 0 });
});

test('one replication gives a plain difference: no interval, nothing shown', () => {
  expect(costOf(resultOf(costing(1)), resultOf(costing(3)))).toMatchObject({ difference: 2, interval: null, verdict: 'undecided' });
});

test('equal results are identical in every measure', () => {
  const [both] = between(resultOf(before), resultOf(before));
  expect(both?.comparisons.map(({ verdict }) => verdict)).toEqual(['identical', 'identical', 'identical', 'identical']);
});

test('only what both have and have measured, fresh replications where both have them', () => {
  const failure = { code: 'livelock', message: 'm' };
  const of = (...names: string[]) => names.map((name) => makeStrategy(name, before));
  const first = makeResult([...of('a', 'b', 'd'), makeStrategy('c', [], { failure })], {}, { fresh: of('a', 'b') });
  const second = makeResult(of('d', 'c', 'b', 'e', 'a'), {}, { fresh: [makeStrategy('a', after)] });
  expect(between(first, second).map(({ name, fresh }) => [name, fresh])).toEqual([
    ['d', false],
    ['b', false],
    ['a', true],
  ]);
  expect(between(first, second)[2]?.comparisons.find(({ measure }) => measure === 'costUsd')?.difference).toBe(1.2);
});
