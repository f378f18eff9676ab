import { describe, expect, test } from 'vitest';
import { stretchesOf, tickSeconds } from '../../../reports/formats/chart/day.ts';
import { dayLines, dayPanels, timeLabels } from '../../../reports/formats/chart/day-panels.ts';
import { latencySvg } from '../../../reports/formats/chart/latency.ts';
import { scaleFor } from '../../../reports/formats/chart/line-panel.ts';
import type { Timeline } from '../../../reports/result/fold.ts';
import { reportOf } from '../sample.ts';

const { scenario } = reportOf({ strategies: [{ name: 'a' }] }).result;

/** A timeline of so many buckets in which every column is the same in each. */
function steady(
  buckets: number,
  bucketSeconds: number,
  figures: Partial<Record<Exclude<keyof Timeline, 'bucketSeconds'>, number>>,
): Timeline {
  const column = (value = 0) => Array.from({ length: buckets }, () => value);
  const names = ['offered', 'ok', 'failed', 'attempts', 'capacityRefused', 'inFlight', 'waiting', 'freeSlots', 'limit'] as const;
  return { bucketSeconds, ...Object.fromEntries(names.map((name) => [name, column(figures[name])])) } as unknown as Timeline;
}

describe('a timeline in stretches', () => {
  test('288 buckets of 5 minutes become 96 of 15, with rates and shares of sums', () => {
    const stretches = stretchesOf(
      steady(288, 300, {
        offered: 150,
        ok: 120,
        failed: 30,
        attempts: 200,
        capacityRefused: 50,
        freeSlots: 7,
        inFlight: 3,
        waiting: 2,
        limit: 4,
      }),
      86_400,
    );
    expect(stretches).toHaveLength(96);
    // 3 × 150 requests in 900 s; 150 of 600 attempts; 90 of 450 that ended.
    expect(stretches[0]).toEqual({
      at: 450,
      offeredPerSecond: 0.5,
      freeSlots: 7,
      inFlight: 3,
      waiting: 2,
      limit: 4,
      refused: 25,
      failed: 20,
    });
    expect(stretches.at(-1)?.at).toBe(86_400 - 450);
  });

  test('the last one is as long as the run still is', () => {
    // Two buckets of 300 s, the run ends after 450 s: 150 requests in the 150 s that are left.
    const [first, last] = stretchesOf(steady(2, 300, { offered: 150 }), 450);
    expect([first?.offeredPerSecond, last?.offeredPerSecond, last?.at]).toEqual([0.5, 1, 375]);
  });

  test('shares of nothing are none; no bucket, no stretch', () => {
    const nothing = { at: 30, offeredPerSecond: 0, freeSlots: 0, inFlight: 0, waiting: 0, limit: null, refused: null, failed: null };
    expect(stretchesOf({ ...steady(1, 60, {}), limit: [null] }, 60)).toEqual([nothing]);
    expect(stretchesOf(steady(0, 60, {}), 60)).toEqual([]);
  });
});

test.each([
  [86_400, 10_800, '03:00'],
  [3600, 600, '00:10'],
  // Five labels with seconds at most: of 10 s there would be six.
  [60, 15, '00:00:15'],
  [120, 30, '00:00:30'],
  [7 * 86_400, 86_400, '03-03'],
  // Labels every 43,200 s fall on one date twice, so they are hours.
  [3 * 86_400, 43_200, '12:00'],
])('a run of %d s has a tick every %d s, the first one %s', (lengthSeconds, tick, label) => {
  expect(tickSeconds(lengthSeconds)).toBe(tick);
  expect(timeLabels({ ...scenario, lengthSeconds })(tick)).toBe(label);
});

test.each([
  [0, { max: 1, interval: 0.25 }],
  [0.722, { max: 0.8, interval: 0.2 }],
  [13.9, { max: 15, interval: 5 }],
  [21, { max: 25, interval: 5 }],
  [100, { max: 100, interval: 20 }],
  [0.000_31, { max: 0.0004, interval: 0.0001 }],
])('the axis for %d is %j', (largest, scale) => {
  expect(scaleFor(largest)).toEqual(scale);
});

describe('the panels of the day', () => {
  const withFailures = (failed: readonly number[]) => {
    const report = reportOf({ strategies: failed.map((_, i) => ({ name: `s${i}` })) });
    const strategies = report.result.strategies.map((fold, i) => ({
      ...fold,
      timeline: steady(24, 3600, { offered: 100, ok: 100 - (failed[i] ?? 0), failed: failed[i] ?? 0, attempts: 100 }),
    }));
    return dayPanels(scenario, dayLines({ ...report.result, strategies }, report.summary.strategies, new Set()), new Set([0, 1]));
  };

  test('a line far above those shown at first is cut off, and named', () => {
    const [offered, , , failed] = withFailures([10, 2, 99]);
    expect(failed?.cut).toEqual({ at: 25, places: [2] });
    expect([offered?.cut, offered?.common, failed?.common]).toEqual([null, true, false]);
  });

  test('where many are far above, nothing is cut off', () => {
    expect(withFailures([10, 2, 99, 98, 97, 96]).map(({ cut }) => cut)).toEqual([null, null, null, null, null]);
  });

  test('a queue and a limit have a chart where any strategy has them', () => {
    const titles = (figures: Parameters<typeof steady>[2]) => {
      const report = reportOf({ strategies: [{ name: 'a' }, { name: 'b' }] });
      const [one, other] = report.result.strategies;
      if (one === undefined || other === undefined) throw new Error('no strategies');
      const strategies = [
        { ...one, timeline: steady(24, 3600, {}) },
        { ...other, timeline: steady(24, 3600, figures) },
      ];
      const lines = dayLines({ ...report.result, strategies }, report.summary.strategies, new Set());
      return dayPanels(scenario, lines, new Set([0])).map(({ title }) => title);
    };
    expect(titles({}).slice(4)).toEqual(['In flight']);
    expect(titles({ waiting: 1, limit: 4 }).slice(4)).toEqual(['In flight', 'Queue', 'Limit']);
  });

  test('where nothing fails among those shown at first, others are seen whole', () => {
    expect(withFailures([0, 0, 50])[3]?.cut).toBeNull();
  });
});

test('a latency of 0 has a place; failures end the line', () => {
  const svg = latencySvg({ ...scenario, good: {} }, [{ place: 0, quantiles: [0, 1000, 2000, null], strong: false }]);
  expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  expect(svg).toContain('class="s-line k0 h0"');
});
