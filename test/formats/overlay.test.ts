import { expect, test } from 'vitest';
import { reportHtml } from '../../reports/formats/html/page.ts';
import { overlay } from '../../reports/formats/overlay.ts';
import { costOfThousand } from '../../reports/result/pareto.ts';
import { summarise } from '../../reports/result/summarise.ts';
import { withDays } from './html/reports.ts';
import { foldOf, reportOf } from './sample.ts';

const first = withDays(reportOf({ strategies: [{ name: 'a', errorRate: 0.1 }, { name: 'b' }], verdict: 'Ship b.' }));
const second = withDays(reportOf({ strategies: [{ name: 'c' }, { name: 'a', errorRate: 0.3, cost: 3 }], verdict: 'No recommendation.' }));

test('namesakes stand beside each other, then what only the second has', () => {
  const both = overlay(first, second);
  const names = ['a (first)', 'a (second)', 'b (first)', 'c (second)'];
  expect(both.summary.strategies.map(({ name }) => name)).toEqual(names);
  expect(both.result.strategies.map(({ name }) => name)).toEqual(names);
  expect(both.summary.strategies.map(({ errorRate }) => errorRate)).toEqual([0.1, 0.3, 0, 0]);
  expect(both.summary.verdict).toBe('Two results over one another, of the same scenario. First: Ship b. Second: No recommendation.');
  expect(overlay({ ...first, summary: { ...first.summary, verdict: 'Ship b' } }, second).summary.verdict).toBe(both.summary.verdict);
  expect(both.result.scenario.name).toBe('peak-day');
  expect(both.result.scenario.baseline).toBe('a (first)');
});

test('figures stay those of each result; the page shows both', () => {
  const both = overlay(first, second);
  // Five replications of $3 each for the 700 answers of all of them.
  const [, other] = both.summary.strategies;
  if (other === undefined) throw new Error('no second strategy');
  expect(costOfThousand(other)).toBeCloseTo((1000 * 3 * 5) / 700, 3);
  const page = reportHtml(both);
  for (const name of ['a (first)', 'a (second)']) expect(page).toContain(`<bdi class="name">${name}</bdi>`);
});

test('each of the second is compared with its namesake in the first, and with nothing else', () => {
  const both = overlay(first, second);
  expect(both.between).toMatchObject([{ name: 'a', paired: true, replications: [5, 5] }]);
  expect(both.summary.comparisons.map(({ strategy, baseline }) => [strategy, baseline])).toEqual(
    [1, 2, 3, 4].map(() => ['a (second)', 'a (first)']),
  );
  // 300 and 100 of 1,000 failed in each of five replications; $3 and $1.
  const of = (measure: string) => both.summary.comparisons.find((each) => each.measure === measure);
  expect(of('errorRate')).toMatchObject({ difference: 0.2, interval: [0.2, 0.2], verdict: 'worse' });
  expect(of('costUsd')).toMatchObject({ difference: 2, interval: [2, 2], verdict: 'worse' });
  const page = reportHtml(both);
  expect(page).toContain('<section id="between"');
  expect(page).not.toContain('<section id="comparisons"');
});

test('two results without a strategy in common say so', () => {
  const other = withDays(reportOf({ strategies: [{ name: 'z' }] }));
  const both = overlay(first, other);
  expect(both.between).toEqual([]);
  expect(reportHtml(both)).toContain('No strategy of these names was measured in both results.');
});

test('an interrupted result beside a whole one changes no cost of either', () => {
  const of = (name: string, count: number, cost: number) => foldOf({ name, cost }, count);
  const { result } = reportOf({ strategies: [{ name: 'a' }, { name: 'b' }] });
  const whole = { ...result, strategies: [of('a', 5, 1), of('b', 5, 3)] };
  // Two replications of each are counted: every strategy has those.
  const interrupted = { ...result, incomplete: true, strategies: [of('a', 4, 1), of('b', 2, 3)] };
  const [first, second] = [whole, interrupted].map((each) => ({ result: each, summary: summarise(each) }));
  if (first === undefined || second === undefined) throw new Error('no result');
  // 1,000 answers a replication.
  for (const { summary } of [first, second, overlay(first, second), overlay(second, first)]) {
    for (const one of summary.strategies) expect(costOfThousand(one)).toBe(one.name.startsWith('a') ? 1 : 3);
  }
  expect(second.summary.strategies.map(({ replications }) => replications)).toEqual([2, 2]);
});
