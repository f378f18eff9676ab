import type { CheckReport, ScenarioCheck } from '../../reports/result/check/check-report.ts';
import { type CheckInput, type CheckRules, isOpen, judge, reportOf } from '../../reports/result/check/judge.ts';
import type { Result } from '../../reports/result/result.ts';

/** One scenario to be run and held against its baseline. */
export type Entry = Omit<CheckInput, 'current'> & {
  /** Replications 0 … count − 1, as a stored result has them. */
  readonly run: (count: number) => Promise<Result>;
  /** How many at first, and at most. */
  readonly least: number;
  readonly most: number;
};

/** Looks that are taken at the figures: each has its share of the chance of a false alarm. */
const looks = 2;

export interface Checked {
  readonly report: CheckReport;
  /** What was run last of each entry, in their order. */
  readonly results: readonly Result[];
}

/**
 * Runs every scenario and judges all of them together; where a verdict is open, once more with the most replications.
 * What failed at the first look has failed. Deterministic: the second look is at the same replications and more.
 */
export async function runRounds(entries: readonly Entry[], rules: CheckRules): Promise<Checked> {
  const each = { ...rules, level: rules.level / looks };
  const results: Result[] = [];
  for (const { run, least } of entries) results.push(await run(least));
  const first = judge(inputsOf(entries, results), each);
  const counts = entries.map((entry, i) => grownCount(entry, first.scenarios[i]));
  if (counts.every((count) => count === undefined)) return { report: first, results };
  for (const [i, { run }] of entries.entries()) {
    const count = counts[i];
    if (count !== undefined) results[i] = await run(count);
  }
  const second = judge(inputsOf(entries, results), each);
  const scenarios = second.scenarios.map((scenario, i) => {
    const before = first.scenarios[i];
    return before?.outcome === 'failed' ? before : scenario;
  });
  return { report: reportOf(scenarios, second.tests, rules.version), results };
}

function inputsOf(entries: readonly Entry[], results: readonly Result[]): readonly CheckInput[] {
  return entries.map(({ run: _, least: __, most: ___, ...entry }, i) => ({ ...entry, current: results[i] as Result }));
}

/** So many replications tell more, where more are to be had: paired ones need their counterpart in the baseline, bounds of slo none. */
function grownCount({ least, most }: Entry, scenario: ScenarioCheck | undefined): number | undefined {
  if (scenario === undefined || !isOpen(scenario)) return undefined;
  const alone = scenario.slo.some(({ verdict }) => verdict === 'undecided') || scenario.paired !== true;
  const count = alone ? most : Math.min(most, scenario.baselineReplications ?? 0);
  return count > least ? count : undefined;
}
