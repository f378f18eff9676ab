import { tuneScenario } from '../../../harness/tune/tune.ts';
import type { TuneStatus } from '../../../reports/result/tune/tune-answer.ts';
import { gridReplications, scenarioFor } from './grid.ts';
import { limits } from './scenarios.ts';
import type { KnownTruth } from './truth.ts';

/** What `tune` said of one random scenario, held against its plain grid. */
export interface Trial {
  readonly number: number;
  readonly truth: number | null;
  readonly status: TuneStatus;
  readonly value: number | null;
  readonly interval: readonly [number, number] | null;
  readonly replications: number;
  /** The interval holds the truth; null where there is none. */
  readonly covers: boolean | null;
  /** Every bound holds at the recommended limit, by the grid's fresh replications; null without a recommendation. */
  readonly holds: boolean | null;
  /** "None is safe" is said exactly where none is. */
  readonly noneRight: boolean;
  /** The value told is what the parameters told are set to. */
  readonly isSet: boolean;
}

/** Replications of the plain grid of one scenario. */
export const gridCost = limits.length * gridReplications;

export async function trialOf({ number, limit, holds }: KnownTruth): Promise<Trial> {
  const { tune } = await tuneScenario(await scenarioFor(number, number), { workers: 0 });
  const { status, value, interval } = tune;
  return {
    number,
    truth: limit,
    status,
    value,
    interval,
    replications: tune.cost.replications,
    covers: limit === null ? null : interval !== null && interval[0] <= limit && limit <= interval[1],
    holds: value === null ? null : holds.includes(value),
    isSet: value === null || tune.settings[tune.parameter] === value,
    noneRight: (status === 'none') === (limit === null),
  };
}
