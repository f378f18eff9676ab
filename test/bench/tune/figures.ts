import { readFileSync } from 'node:fs';
import { packagePath } from '../../../sim/kernel/package-root.ts';
import { replaceFile } from '../page-part.ts';
import { limits } from './scenarios.ts';
import { gridCost, type Trial } from './trial.ts';

/** What `tune` said of random scenarios, counted. */
export interface TuneFigures {
  readonly tried: number;
  /** Scenarios in which some limit is safe. */
  readonly withTruth: number;
  /** Those of them whose interval holds the truth. */
  readonly covered: number;
  /** Scenarios that get a recommendation. */
  readonly told: number;
  /** Recommendations that hold every bound on fresh seeds. */
  readonly hold: number;
  /** Recommendations that are the truth itself. */
  readonly exact: number;
  /** Scenarios of which "none is safe" is said exactly where none is. */
  readonly noneRight: number;
  readonly undecided: number;
  /** Replications, as a share of those of the plain grid: mean, and of the dearest scenario. */
  readonly cost: { readonly mean: number; readonly most: number };
  /** Values in the interval, median of those that have one; null where none has. */
  readonly width: number | null;
}

const round4 = (value: number): number => Math.round(1e4 * value) / 1e4;

export function tuneFigures(trials: readonly Trial[]): TuneFigures {
  const count = (is: (trial: Trial) => boolean): number => trials.filter(is).length;
  const shares = trials.map(({ replications }) => replications / gridCost);
  const widths = trials.flatMap(({ interval }) => (interval === null ? [] : [interval[1] - interval[0] + 1])).toSorted((a, b) => a - b);
  return {
    tried: trials.length,
    withTruth: count(({ truth }) => truth !== null),
    covered: count(({ covers }) => covers === true),
    told: count(({ value }) => value !== null),
    hold: count(({ holds }) => holds === true),
    exact: count(({ value, truth }) => value !== null && value === truth),
    noneRight: count(({ noneRight }) => noneRight),
    undecided: count(({ status }) => status === 'undecided'),
    cost: {
      mean: round4(shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length)),
      most: round4(Math.max(0, ...shares)),
    },
    width: widths[Math.floor(widths.length / 2)] ?? null,
  };
}

const path = ['test', 'bench', 'tune', 'figures.json'] as const;

/** Figures of the last `npm run tuned -- --write`. */
export function storedFigures(): TuneFigures {
  return JSON.parse(readFileSync(packagePath(...path), 'utf8')) as TuneFigures;
}

export function storeFigures(figures: TuneFigures): void {
  replaceFile(packagePath(...path), figuresText(figures));
}

/** The figures as their file has them. */
export const figuresText = (figures: TuneFigures): string => `${JSON.stringify(figures, null, 2)}\n`;

/** Shares that are asked for, in hundredths. */
const asked = { covered: 90, hold: 92, noneRight: 95, cost: 20 } as const;

/** Where the table stands. */
export const tunePart = { page: 'docs/fidelity.md', name: 'tuned' } as const;

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** The figures as docs/fidelity.md has them: what is asked for, and what was found. */
export function tuneTable({ tried, withTruth, covered, told, hold, exact, noneRight, undecided, cost, width }: TuneFigures): string {
  return [
    '| what | asked for | found |',
    '|---|---|---|',
    `| the interval holds the truth, where some limit is safe | ${asked.covered} % | ${covered} of ${withTruth} |`,
    `| every bound holds on fresh seeds | ${asked.hold} % | ${hold} of ${told} that get a recommendation |`,
    `| "none is safe" exactly where none is | ${asked.noneRight} % | ${noneRight} of ${tried} |`,
    `| cost, as a share of the plain grid | ${asked.cost} % at most | ${percent(cost.mean)} in the mean, ${percent(cost.most)} at most |`,
    `| recommended limit is the truth itself |  | ${exact} of ${told} |`,
    `| cannot decide |  | ${undecided} of ${tried} |`,
    `| values in the interval, median |  | ${width ?? 'n/a'} of ${limits.length} |`,
  ].join('\n');
}

/** Bounds that the figures miss, as sentences. Shares of nothing are missed too. */
export function missedBounds({ tried, withTruth, covered, told, hold, noneRight, cost }: TuneFigures): readonly string[] {
  const least = (what: string, part: number, whole: number, hundredths: number): readonly string[] =>
    whole > 0 && 100 * part >= hundredths * whole ? [] : [`${what}: ${part} of ${whole}, and ${hundredths} % are asked for`];
  return [
    ...least('intervals that hold the truth', covered, withTruth, asked.covered),
    ...least('recommendations that hold every bound', hold, told, asked.hold),
    ...least('"none is safe" exactly where none is', noneRight, tried, asked.noneRight),
    ...(100 * cost.most <= asked.cost ? [] : [`cost: ${percent(cost.most)} of the plain grid, and ${asked.cost} % at most are asked for`]),
  ];
}
