import { type Entry, runRounds } from '../../../harness/check/rounds.ts';
import { runScenario } from '../../../harness/run/run.ts';
import { scenarioHash } from '../../../harness/scenario/hash.ts';
import type { Scenario } from '../../../harness/scenario/scenario.ts';
import { asStored } from '../../../reports/formats/json.ts';
import type { CheckReport, Outcome } from '../../../reports/result/check/check-report.ts';
import { isOpen } from '../../../reports/result/check/judge.ts';
import type { Result } from '../../../reports/result/result.ts';

/** As `at-capacity check` has them without options. */
const [least, most, level] = [10, 40, 0.01] as const;

export interface Trial {
  readonly outcome: Outcome;
  /** After how many replications it was decided. */
  readonly replications: number;
  /** Measures shown worse, by name. */
  readonly worse: readonly string[];
  readonly paired: boolean | null;
}

async function resultOf(scenario: Scenario, replications: number): Promise<Result> {
  return asStored(await runScenario({ ...scenario, replications }, { workers: 0, fresh: false }));
}

/** Several changes of one scenario are held against the same baseline. */
let last: { readonly hash: string; readonly result: Result } | undefined;

async function firstOf(before: Scenario): Promise<Result> {
  const hash = scenarioHash(before);
  if (last?.hash !== hash) last = { hash, result: await resultOf(before, least) };
  return last.result;
}

async function checked(after: Scenario, baseline: Result): Promise<CheckReport> {
  const entry: Entry = {
    file: after.name,
    baseline,
    baselinePath: 'baseline',
    faults: [],
    some: false,
    least,
    most,
    run: (count) => resultOf(after, count),
  };
  return (await runRounds([entry], { tolerances: new Map(), level, strict: false, version: baseline.tool.version })).report;
}

/** What the gate says of one scenario against a baseline of another, which was written with the most replications. */
export async function gate(before: Scenario, after: Scenario): Promise<Trial> {
  if (before.seed !== after.seed) return told(await checked(after, await resultOf(before, most)));
  // Paired replications have their counterparts in the first ten: the others are run when they are asked for.
  const first = await checked(after, await firstOf(before));
  const open = first.scenarios.some(isOpen);
  return told(open ? await checked(after, await resultOf(before, most)) : first);
}

function told({ outcome, scenarios: [scenario] }: CheckReport): Trial {
  return {
    outcome,
    replications: scenario?.replications ?? 0,
    worse: scenario?.measures.flatMap(({ verdict, measure }) => (verdict === 'worse' ? [measure] : [])) ?? [],
    paired: scenario?.paired ?? null,
  };
}
