import { expect, test } from 'vitest';
import { type Entry, runRounds } from '../../harness/check/rounds.ts';
import { judge } from '../../reports/result/check/judge.ts';
import { rules, stored } from '../result/check/stored.ts';
import type { Run } from '../result/make-fold.ts';

/** Of 1,000 requests so many failed; everything else is alike. */
const failing = (failed: number): Run => ({ failed, goodCompletions: 950, latencies: Array<number>(1000 - failed).fill(1), costUsd: 1 });
const result = (runs: readonly Run[], slo = {}) => stored({ limited: runs }, { slo });
const times = (count: number, run: (r: number) => Run): readonly Run[] => Array.from({ length: count }, (_, r) => run(r));

/** An entry that says how often it was run, and what for. */
function entry(file: string, now: (r: number) => Run, { before = 40, slo = {} } = {}) {
  const counts: number[] = [];
  const made: Entry = {
    file,
    baseline: result(times(before, () => failing(20))),
    baselinePath: 'base',
    faults: [],
    some: false,
    least: 10,
    most: 40,
    run: async (count) => {
      counts.push(count);
      return result(times(count, now), slo);
    },
  };
  return { made, counts };
}

/** Errors around 22 of 1,000: within half a point of 20, and not shown to be. */
const open = (r: number): Run => failing(22 + (r % 2 === 0 ? 20 : -20));

test('what failed at the first look has failed, however many tests the second look has', async () => {
  // t = (16 − 5) · 3 / 8 = 4.1 with 9 degrees, one-sided p = .0013: two tests leave it below .005, five do not.
  const failed = entry('failed', (r) => failing(36 + (r % 2 === 0 ? 8 : -8)));
  // From the eleventh replication on cost, goodput and attempts differ as well.
  const late = entry('late', (r) => ({ ...open(r), ...(r < 10 ? {} : { costUsd: 1.01, goodCompletions: 949, attempts: 1001 + (r % 2) }) }));
  const each = { ...rules, level: rules.level / 2 };
  const looked = (counts: readonly number[]) =>
    Promise.all([failed, late].map(async ({ made: { run, ...rest } }, i) => ({ ...rest, current: await run(counts[i] ?? 0) })));
  const [first, second] = [judge(await looked([10, 10]), each), judge(await looked([10, 40]), each)];
  expect([first.scenarios[0]?.outcome, second.scenarios[0]?.outcome]).toEqual(['failed', 'cannot decide']);
  const { report } = await runRounds([failed.made, late.made], rules);
  expect(report.scenarios.map(({ outcome, replications }) => [outcome, replications])).toEqual([
    ['failed', 10],
    ['passed', 40],
  ]);
  expect([report.outcome, report.exitCode]).toEqual(['failed', 3]);
});

test('paired, no more replications than the baseline has; for a bound of slo as many as may be', async () => {
  const small = entry('small', open, { before: 12 });
  await runRounds([small.made], rules);
  expect(small.counts).toEqual([10, 12]);
  const smaller = entry('smaller', open, { before: 10 });
  await runRounds([smaller.made], rules);
  expect(smaller.counts).toEqual([10]);
  const bounded = entry('bounded', open, { before: 12, slo: { errorRate: 0.02 } });
  await runRounds([bounded.made], rules);
  expect(bounded.counts).toEqual([10, 40]);
});
