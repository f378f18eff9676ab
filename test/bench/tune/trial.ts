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

const count = (all: readonly Trial[], is: (trial: Trial) => boolean): number => all.filter(is).length;

/** Trials as the table of docs/fidelity.md: what is asked for, and what was found. */
export function tableOf(trials: readonly Trial[]): string {
  const known = count(trials, ({ covers }) => covers !== null);
  const told = count(trials, ({ holds }) => holds !== null);
  const shares = trials.map(({ replications }) => replications / gridCost);
  const mean = shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  const widths = trials.flatMap(({ interval }) => (interval === null ? [] : [interval[1] - interval[0] + 1])).toSorted((a, b) => a - b);
  return [
    '| what | asked for | found |',
    '|---|---|---|',
    `| the interval holds the truth | 90 % | ${count(trials, ({ covers }) => covers === true)} of ${known} that have one |`,
    `| every bound holds on fresh seeds | 92 % | ${count(trials, ({ holds }) => holds === true)} of ${told} that get a recommendation |`,
    `| "none is safe" exactly where none is | 95 % | ${count(trials, ({ noneRight }) => noneRight)} of ${trials.length} |`,
    `| cost, as a share of the plain grid | 20 % at most | ${percent(mean)} in the mean, ${percent(Math.max(0, ...shares))} at most |`,
    `| recommended limit is the truth itself |  | ${count(trials, ({ value, truth }) => value !== null && value === truth)} of ${told} |`,
    `| cannot decide |  | ${count(trials, ({ status }) => status === 'undecided')} of ${trials.length} |`,
    `| values in the interval, median |  | ${widths[Math.floor(widths.length / 2)] ?? 'n/a'} of ${limits.length} |`,
  ].join('\n');
}
