import { expect, test } from 'vitest';
import { doublingAxis } from '../../../reports/formats/chart/doubling.ts';
import { spreadPanels, spreads } from '../../../reports/formats/chart/spreads.ts';
import type { Report } from '../../../reports/formats/format.ts';
import { type StrategyFold, sampleNames } from '../../../reports/result/fold.ts';
import { reportOf } from '../sample.ts';

const none = new Set<string>();
const report = reportOf({ strategies: [{ name: 'a' }, { name: 'b' }] });

/** The same report with these quantiles of the named strategy. */
function having(name: string, quantiles: Partial<StrategyFold['quantiles']>, { result, summary }: Report = report): Report {
  const strategies = result.strategies.map((fold) =>
    fold.name === name ? { ...fold, quantiles: { ...fold.quantiles, ...quantiles } } : fold,
  );
  return { result: { ...result, strategies }, summary };
}

const panelsOf = ({ result, summary }: Report) => spreadPanels(result, summary.strategies, none);
const lineIn = (svg: string) => /<path class="s-line k\d+ h\d+" d="([^"]*)"/.exec(svg)?.[1] ?? '';
const texts = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text ?? '');

test('every sample column has a chart, but those of the latency', () => {
  const shown = spreads.map(({ sample }) => sample as string);
  expect([...shown, 'latencyOk', 'latencyWithFailures'].sort()).toEqual([...sampleNames].sort());
});

test('a chart where anything took time, of those that have it; none where nothing did', () => {
  expect(panelsOf(report)).toEqual([]);
  expect(panelsOf(having('a', { backoffMs: [0, 0, 0, 0] }))).toEqual([]);
  const panels = panelsOf(having('b', { backoffMs: [0, 0, 1000, 4000], firstTokenMs: [500, 500, 500, 1000] }));
  expect(panels.map(({ title, places, fromZero }) => [title, places, fromZero])).toEqual([
    ['Wait between attempts', [1], true],
    ['First token', [1], false],
  ]);
});

test('a line rises along the left edge to the share that took none, then by doublings', () => {
  const [panel] = panelsOf(having('a', { backoffMs: [0, 0, 1000, 4000] }));
  // From 1 s to 4 s in a plot from 58 to 522 and, 0 to 100 %, from 200 up to 18; quantiles at 12.5, 37.5, 62.5 and 87.5 %.
  const height = (percent: number) => 200 - (182 * percent) / 100;
  const expected = [
    [58, height(12.5)],
    [58, height(37.5)],
    [58, height(62.5)],
    [522, height(87.5)],
  ];
  const points = [...lineIn(panel?.svg ?? '').matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
  expect(points).toHaveLength(4);
  for (const [i, [x = 0, y = 0]] of expected.entries()) {
    expect(points[i]?.[0]).toBeCloseTo(x, 0);
    expect(points[i]?.[1]).toBeCloseTo(y, 0);
  }
  expect(texts(panel?.svg ?? '')).toEqual(expect.arrayContaining(['1 s', '2 s', '4 s', '0 %', '100 %']));
});

test('answers by retry begin at none and are cumulative', () => {
  const { result, summary } = report;
  const strategies = summary.strategies.map((each) => (each.name === 'a' ? { ...each, successByRetry: [0.5, 0.75] } : each));
  const [panel] = panelsOf({ result, summary: { ...summary, strategies } });
  expect(panel).toMatchObject({ title: 'Answered by retry', places: [0] });
  expect(lineIn(panel?.svg ?? '')).toMatch(/^M58 200L290 109L522 63\.5$/);
});

test.each([
  [[], 0, 2, 1],
  [[0, 2], 0, 2, 1],
  [[-7.5, 0.2], -8, 2, 2],
  [[-10, 10], -10, 10, 4],
])('a doubling scale for %j', (places, min, max, interval) => {
  expect(doublingAxis(places)).toMatchObject({ min, max, interval });
});
