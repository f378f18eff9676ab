import type { CheckReport, ScenarioCheck } from '../../reports/result/check/check-report.ts';
import { type CheckInput, type CheckRules, isOpen, judge } from '../../reports/result/check/judge.ts';
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
 * Deterministic: the second look is at the same replications and more.
 */
export async function runRounds(entries: readonly Entry[], rules: CheckRules): Promise<Checked> {
  const each = { ...rules, level: rules.level / looks };
  const results: Result[] = [];
  for (const { run, least } of entries) results.push(await run(least));
  const first = judge(inputsOf(entries, results), each);
  const open = entries.map((entry, i) => grows(entry, first.scenarios[i]));
  if (!open.includes(true)) return { report: first, results };
  for (const [i, entry] of entries.entries()) if (open[i] === true) results[i] = await entry.run(entry.most);
  return { report: judge(inputsOf(entries, results), each), results };
}

function inputsOf(entries: readonly Entry[], results: readonly Result[]): readonly CheckInput[] {
  return entries.map(({ run: _, least: __, most: ___, ...entry }, i) => ({ ...entry, current: results[i] as Result }));
}

/** Whether more replications are to be had that tell more: paired ones need their counterpart in the baseline. */
function grows({ least, most }: Entry, scenario: ScenarioCheck | undefined): boolean {
  if (scenario === undefined || most <= least || !isOpen(scenario)) return false;
  if (scenario.slo.some(({ verdict }) => verdict === 'undecided') || scenario.paired !== true) return true;
  return (scenario.baselineReplications ?? 0) > least;
}
