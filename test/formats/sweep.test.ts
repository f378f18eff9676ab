import { expect, test } from 'vitest';
import { mainStrategies, sweepOf } from '../../reports/formats/sweep.ts';
import { peakDay } from './peak-day.ts';
import { reportOf } from './sample.ts';

test('a variant tells what it sets each key to, as a number and as written', () => {
  const named = [
    ['a@limit=2@retry.fixed=500ms,limit=8', 500, '500ms', 8, '8'],
    ['a@limit=2@retry.fixed=500ms,limit=16', 500, '500ms', 16, '16'],
    ['a@limit=2@retry.fixed=1s,limit=8', 1000, '1s', 8, '8'],
    ['a@limit=2@retry.fixed=1s,limit=16', 1000, '1s', 16, '16'],
  ] as const;
  const variants = named.map(([name]) => ({ name }));
  const sweep = { strategy: 'a@limit=2', keys: { 'retry.fixed': [500, 1000], limit: [8, 16] }, variants };
  const rows = sweepOf(reportOf({ strategies: [{ name: 'a@limit=2' }], sweep }))?.rows ?? [];
  expect(rows.map(({ strategy, settings }) => [strategy.name, ...settings.flatMap(({ value, text }) => [value, text])])).toEqual(named);
});

test('a list that is not every combination of the values tells nothing', () => {
  const sweep = { strategy: 'a', keys: { limit: [8, 16] }, variants: [{ name: 'a@limit=8' }] };
  expect(sweepOf(reportOf({ strategies: [{ name: 'a' }], sweep }))).toBeNull();
});

test('the recommended value and its interval are marked', () => {
  const rows = sweepOf(peakDay)?.rows ?? [];
  expect(rows.filter(({ recommended }) => recommended).map(({ settings }) => settings)).toEqual([[{ value: 4, text: '4' }]]);
  expect(rows.filter(({ within }) => within).map(({ settings }) => settings[0]?.value)).toEqual([4, 5, 6]);
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
