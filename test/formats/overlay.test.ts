import { expect, test } from 'vitest';
import { reportHtml } from '../../reports/formats/html/page.ts';
import { overlay } from '../../reports/formats/overlay.ts';
import { costOfThousand } from '../../reports/result/pareto.ts';
import { withDays } from './html/reports.ts';
import { reportOf } from './sample.ts';

const first = withDays(reportOf({ strategies: [{ name: 'a', errorRate: 0.1 }, { name: 'b' }], verdict: 'Ship b.' }));
const second = withDays(reportOf({ strategies: [{ name: 'c' }, { name: 'a', errorRate: 0.3, cost: 3 }], verdict: 'No recommendation.' }));

test('namesakes stand beside each other, then what only the second has', () => {
  const both = overlay(first, second);
  const names = ['a (first)', 'a (second)', 'b (first)', 'c (second)'];
  expect(both.summary.strategies.map(({ name }) => name)).toEqual(names);
  expect(both.result.strategies.map(({ name }) => name)).toEqual(names);
  expect(both.summary.strategies.map(({ errorRate }) => errorRate)).toEqual([0.1, 0.3, 0, 0]);
  expect(both.summary.verdict).toBe('Two results over one another, of the same scenario. First: Ship b. Second: No recommendation.');
  expect(both.result.scenario.baseline).toBe('a (first)');
});

test('figures stay those of each result; the page shows both', () => {
  const both = overlay(first, second);
  // Five replications of $3 each for the 700 answers of all of them.
  const [, other] = both.summary.strategies;
  if (other === undefined) throw new Error('no second strategy');
  expect(costOfThousand(both.result, other)).toBeCloseTo((1000 * 3 * 5) / 700, 3);
  const page = reportHtml(both);
  for (const name of ['a (first)', 'a (second)']) expect(page).toContain(`<bdi class="name">${name}</bdi>`);
});
