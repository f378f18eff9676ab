import type { Interval, SloVerdict } from '../summary.ts';
import type { Change } from './changes.ts';

/** How one measure of one strategy stands against its baseline. */
export type MeasureVerdict =
  /** Every replication equal. */
  | 'identical'
  /** The whole interval of the worsening is within the tolerance. */
  | 'within'
  /** Shown better than the baseline, and estimated better by more than the tolerance. */
  | 'better'
  /** Estimated within the tolerance; the interval reaches beyond it. */
  | 'open'
  /** Estimated beyond the tolerance, and not shown to be. */
  | 'undecided'
  /** Shown worse than the tolerance allows, with Holm's correction. */
  | 'worse'
  /** Neither side has this figure: it does not apply. */
  | 'n/a';

/** So many of so many. */
export type Part = readonly [number, number];

/** Replications in which a figure is endless on neither side: how many, their means, and what they differ by. */
export interface FiniteCheck {
  readonly replications: Part;
  readonly before: number;
  readonly after: number;
  /** After − before. */
  readonly difference: number;
  /** Of the difference, 95 % on its own; null of a single pair. */
  readonly interval: Interval | null;
  readonly allowed: number;
}

export interface MeasureCheck {
  readonly strategy: string;
  readonly measure: string;
  readonly better: 'higher' | 'lower';
  /** Means over the replications compared; of a percentile, the mean of the replications' own. Null where it is endless or does not apply. */
  readonly before: number | null;
  readonly after: number | null;
  /** In how many of how many replications the figure is endless, before and after; null where it is in none. */
  readonly endless: { readonly before: Part; readonly after: Part } | null;
  /** Of a figure that is endless in some replications: those in which it is endless on neither side. */
  readonly finite: FiniteCheck | null;
  /** After − before. */
  readonly difference: number | null;
  /** Of the difference, 95 % on its own. */
  readonly interval: Interval | null;
  /** (after − before) / before; null where before is 0. */
  readonly relative: number | null;
  /** The most that the measure may worsen, in its unit. */
  readonly allowed: number | null;
  /** Probability of a worsening beyond the tolerance by luck alone, raised as Holm says; null without a test. */
  readonly p: number | null;
  readonly verdict: MeasureVerdict;
  /** Another value by a factor that points to a broken scenario rather than to a tuned one. */
  readonly suspicious: boolean;
}

export interface SloCheck extends SloVerdict {
  readonly strategy: string;
}

/** Something that keeps the gate from passing, or that is worth knowing. */
export interface Finding {
  /** `failed`: the gate fails; `unknown`: it cannot decide; `note`: it passes nevertheless. */
  readonly kind: 'failed' | 'unknown' | 'note';
  readonly strategy: string | null;
  readonly measure: string | null;
  readonly message: string;
}

export type Outcome = 'passed' | 'failed' | 'cannot decide';

export interface ScenarioCheck {
  readonly name: string;
  /** As it was named on the command line. */
  readonly file: string;
  /** Where the baseline is; null without one. */
  readonly baseline: string | null;
  readonly outcome: Outcome;
  readonly replications: number;
  readonly baselineReplications: number | null;
  /** Null where nothing is compared. */
  readonly paired: boolean | null;
  readonly seed: number;
  readonly hash: string;
  readonly baselineHash: string | null;
  readonly changes: readonly Change[];
  readonly findings: readonly Finding[];
  readonly measures: readonly MeasureCheck[];
  readonly slo: readonly SloCheck[];
  readonly warnings: readonly string[];
}

/** What `check` found: the one value that every report of it is a function of. */
export interface CheckReport {
  readonly schemaVersion: 1;
  readonly tool: { readonly name: 'at-capacity'; readonly version: string };
  readonly outcome: Outcome;
  /** 0 passed, 3 failed, 4 cannot decide. */
  readonly exitCode: 0 | 3 | 4;
  /** Tests that Holm's correction is over. */
  readonly tests: number;
  readonly scenarios: readonly ScenarioCheck[];
}
