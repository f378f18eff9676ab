import { compare } from './compare.ts';
import { liveWarnings } from './live.ts';
import { localTimes } from './local-time.ts';
import { recommend } from './recommend.ts';
import type { Result } from './result.ts';
import { freshSet, type ReplicationSet, selectionSet } from './sets.ts';
import { strategySummary } from './strategy-summary.ts';
import type { Comparison, StrategySummary, Summary } from './summary.ts';
import { untriedFallbacks } from './untried.ts';

function summaries(result: Result, selection: ReplicationSet, fresh: ReplicationSet): readonly StrategySummary[] {
  const { slo, start, zoneOffsets } = result.scenario;
  const localAt = localTimes(start, zoneOffsets);
  return result.strategies.flatMap(({ name }) => {
    for (const [set, isFresh] of [
      [fresh, true],
      [selection, false],
    ] as const) {
      const [fold, cohort] = [set.fold(name), set.cohort(name)];
      if (fold !== null && cohort !== null) return [strategySummary(fold, cohort, { slo, fresh: isFresh, localAt })];
    }
    return [];
  });
}

/** Each strategy with the baseline, on the fresh replications when both have them. */
function comparisons(result: Result, selection: ReplicationSet, fresh: ReplicationSet): readonly Comparison[] {
  const { baseline, paired } = result.scenario;
  return result.strategies.flatMap(({ name }) => {
    const pair = name === baseline ? null : (fresh.pair(name, baseline) ?? selection.pair(name, baseline));
    return pair === null ? [] : compare({ name, cohort: pair[0] }, { name: baseline, cohort: pair[1] }, paired);
  });
}

/** A strategy that ended in an error only on the fresh replications: its figures are those it was chosen by. */
function failedAgain({ fresh }: Result): readonly string[] {
  return fresh.flatMap(({ name, failure }) =>
    failure === null ? [] : [`${name} failed on fresh replications (${failure.code}): ${failure.message}`],
  );
}

/** Everything that reports show, from the one stored file. Pure; figures are rounded to 6 significant digits. */
export function summarise(result: Result): Summary {
  const { name, hash, seed, replications, paired, mode, timeScale, zoneOffsets } = result.scenario;
  const [selection, fresh] = [selectionSet(result), freshSet(result)];
  const strategies = summaries(result, selection, fresh);
  const compared = comparisons(result, selection, fresh);
  const { recommendation, verdict, warnings } = recommend(result, strategies, compared);
  return {
    schemaVersion: 1,
    tool: result.tool,
    scenario: { name, hash, seed, replications, paired, mode, timeScale, zoneOffsets },
    incomplete: result.incomplete,
    warnings: [...result.warnings, ...liveWarnings(strategies), ...untriedFallbacks(strategies), ...warnings, ...failedAgain(result)],
    strategies,
    comparisons: compared,
    recommendation,
    verdict,
  };
}
