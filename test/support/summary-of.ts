import { runScenario } from '../../harness/run/run.ts';
import type { Scenario } from '../../harness/scenario/scenario.ts';
import { summarise } from '../../reports/result/summarise.ts';
import type { StrategySummary, Summary } from '../../reports/result/summary.ts';

/** The summary of a scenario, run in this thread. */
export async function summaryOf(one: Scenario): Promise<Summary> {
  return summarise(await runScenario(one, { workers: 0 }));
}

/** What the summary has on one strategy. */
export async function strategySummaryOf(one: Scenario, index = 0): Promise<StrategySummary> {
  const found = (await summaryOf(one)).strategies[index];
  if (found === undefined) throw new Error(`no strategy ${index}`);
  return found;
}
