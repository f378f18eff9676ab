import { expect, test } from 'vitest';
import { verdictOf } from '../../reports/formats/verdict.ts';
import type { Comparison } from '../../reports/result/summary.ts';
import { summaryOf } from './sample.ts';

type Verdicts = readonly [errorRate: string, goodput: string, p95: string, cost: string];
const measures = ['errorRate', 'goodputPerSecond', 'latency.p95', 'costUsd'];

function comparisons(verdicts: Verdicts): readonly Comparison[] {
  return verdicts.map((verdict, i) => ({
    ...{ baseline: 'naive', strategy: 'mine', measure: measures[i] ?? '', difference: 1, interval: null },
    verdict: verdict as Comparison['verdict'],
  }));
}

const facts: ReadonlyArray<readonly [Verdicts, string]> = [
  // more answers cost more: cost does not make a strategy worse or mixed
  [['better', 'better', 'same', 'worse'], 'better'],
  [['better', 'undecided', 'undecided', 'worse'], 'better'],
  [['better', 'same', 'worse', 'same'], 'mixed'],
  [['worse', 'undecided', 'same', 'better'], 'worse'],
  [['undecided', 'same', 'same', 'better'], 'undecided'],
  // all else equal, cost decides
  [['same', 'same', 'identical', 'better'], 'better'],
  [['same', 'same', 'same', 'worse'], 'worse'],
  [['same', 'same', 'same', 'undecided'], 'undecided'],
  [['identical', 'identical', 'identical', 'identical'], 'identical'],
];

test.each(facts)('%j comes to %s', (verdicts, expected) => {
  expect(verdictOf(summaryOf({ name: 'mine' }), comparisons(verdicts), 'naive').verdict).toBe(expected);
});

test('the baseline, a failed strategy and one that was not compared have words of their own', () => {
  const failure = { code: 'stalled', message: 'm' };
  expect(verdictOf(summaryOf({ name: 'naive' }), [], 'naive').verdict).toBe('baseline');
  expect(verdictOf(summaryOf({ name: 'naive', failure }), [], 'naive').verdict).toBe('failed');
  expect(verdictOf(summaryOf({ name: 'mine' }), [], 'naive').verdict).toBe('n/a');
});

test('the measures behind a verdict are named', () => {
  const { better, worse } = verdictOf(summaryOf({ name: 'mine' }), comparisons(['better', 'same', 'worse', 'worse']), 'naive');
  expect({ better, worse }).toEqual({ better: ['errorRate'], worse: ['latency.p95', 'costUsd'] });
});
