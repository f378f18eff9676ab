import { expect, test } from 'vitest';
import { mainStrategies, sweepOf } from '../../reports/formats/sweep.ts';
import { peakDay } from './peak-day.ts';
import { reportOf } from './sample.ts';

test('values come from the names of the variants, whatever separates several keys', () => {
  const variants = ['a@limit=2@limit=8,attempts=3', 'a@limit=2@limit=16 attempts=0.5', 'a@limit=2@attempts=4'].map((name) => ({ name }));
  const report = reportOf({
    strategies: [{ name: 'a@limit=2' }],
    sweep: { strategy: 'a@limit=2', keys: { limit: [8, 16], attempts: [3] }, variants },
  });
  expect(sweepOf(report)?.rows.map(({ values }) => values)).toEqual([
    [8, 3],
    [16, 0.5],
    [null, 4],
  ]);
});

test('the recommended value and its interval are marked', () => {
  const rows = sweepOf(peakDay)?.rows ?? [];
  expect(rows.filter(({ recommended }) => recommended).map(({ values }) => values)).toEqual([[4]]);
  expect(rows.filter(({ within }) => within).map(({ values }) => values)).toEqual([[4], [5], [6]]);
});

test('of the variants only the recommended one stands in the main table, after the strategy it varies', () => {
  expect(mainStrategies(peakDay).map(({ name }) => name)).toEqual([
    ...['naive', 'hammer', 'article-backoff', 'semaphore-5', 'limited', 'limited@limit=4', 'aimd', 'ladder', 'side-project'],
  ]);
});

test('without a sweep there is none', () => {
  const report = reportOf({ strategies: [{ name: 'naive' }] });
  expect(sweepOf(report)).toBeNull();
  expect(mainStrategies(report).map(({ name }) => name)).toEqual(['naive']);
});
