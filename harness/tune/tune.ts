import { lastLevels } from '../../reports/result/tune/wants.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { virtualWorkers } from '../run/run.ts';
import type { Workers } from '../run/workers.ts';
import { loadModules } from '../scenario/modules.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { find, type Hunt } from './hunt.ts';
import { createSearcher } from './search.ts';
import { type Space, spaceOf } from './space.ts';
import { withSchedule } from './time-of-day.ts';
import { createTrials, type Trials } from './trials.ts';
import { type TunedResult, tunedResult } from './tuned-result.ts';

/** How a scenario is tuned; workers and progress change no figure. */
export interface TuneOptions {
  /**
   * Replications that decide at first, 4 or more; half of them look first, up to four times as many where that leaves something
   * open, eight times as many of a value on which everything hangs.
   */
  readonly replications?: number | undefined;
  /** Worker threads; 0 runs inline, default one a processor. */
  readonly workers?: number | undefined;
  /** Marks the result as one of `--quick`. */
  readonly quick?: boolean | undefined;
  /** Interrupts: the answer is what is known so far, marked incomplete. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: TuneProgress) => void) | undefined;
}

export interface TuneProgress {
  /** Replications run so far. */
  readonly ran: number;
  readonly stage: 'search' | 'fresh' | 'day';
}

export const usualReplications = 10;

/** Replications of the first look, of a decision, and of what is still open: 5, 10, 20 and 40. One on which all hangs gets 80. */
export function levelsOf(replications: number): readonly number[] {
  return [Math.ceil(replications / 2), replications, 2 * replications, 4 * replications];
}

/**
 * Searches the values of the scenario's sweep for the best goodput that meets every bound. Throws InputError for a scenario
 * without a sweep, and for what only shows in a run.
 */
export async function tuneScenario(scenario: Scenario, options: TuneOptions = {}): Promise<TunedResult> {
  const space = spaceOf(scenario);
  if (space === undefined) throw new InputError([{ message: 'expected values to choose from, such as --vary limit=1..64' }]);
  const modules = await loadModules(scenario.modules);
  const workers = await virtualWorkers(options, modules);
  try {
    return await tuneWith(scenario, space, workers, options);
  } finally {
    await workers.close();
  }
}

/** The same with workers of the caller's, who closes them. */
export async function tuneWith(scenario: Scenario, space: Space, workers: Workers, options: TuneOptions = {}): Promise<TunedResult> {
  const levels = levelsOf(options.replications ?? usualReplications);
  const freshFrom = lastLevels(levels).at(-1) as number;
  let stage: TuneProgress['stage'] = 'search';
  let ran = 0;
  const trialsOf = (of: Scenario): Trials =>
    createTrials(of, {
      workers,
      onRun: () => options.onProgress?.({ ran: ++ran, stage }),
      whole: (replication) => replication < (levels[0] as number) || replication >= freshFrom,
    });
  const trials = trialsOf(scenario);
  const hunt: Hunt = {
    scenario,
    searcher: createSearcher(scenario, space, trials, freshFrom),
    trials,
    levels,
    freshFrom,
    stage(next) {
      stage = next;
    },
    trialsOf,
  };
  const found = await withSchedule(hunt, await find(hunt));
  return tunedResult(hunt, found, options, (await workers.warnings?.()) ?? []);
}
