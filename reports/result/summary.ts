import type { AlarmSummary } from './alarm.ts';
import type { ConductFinding } from './conduct.ts';
import type { Explained } from './explained.ts';
import type { LiveFigures, Quantities } from './fold.ts';
import type { AttemptClass, FailureClass, GaveUpReason } from './outcome.ts';

/** `summary.json`: folded numbers, a pure function of the result. Counts are sums over replications; cost, tokens, rates and in-flight are means per replication. A measure that does not apply is null. */
export interface Summary {
  readonly schemaVersion: 1;
  readonly tool: { readonly name: string; readonly version: string };
  readonly scenario: {
    readonly name: string;
    readonly hash: string;
    readonly seed: number;
    readonly replications: number;
    readonly paired: boolean;
    readonly mode: 'virtual' | 'live';
    readonly timeScale: number;
    readonly zoneOffsets: readonly (readonly [string, number])[];
  };
  readonly incomplete: boolean;
  readonly warnings: readonly string[];
  readonly strategies: readonly StrategySummary[];
  readonly comparisons: readonly Comparison[];
  readonly recommendation: Recommendation | null;
  /** The one-sentence verdict that comes first on the terminal, also when nothing can be recommended. */
  readonly verdict: string;
}

/** Lower and upper end of a 95 % interval, both included. */
export type Interval = readonly [number, number];

/**
 * The figures of one strategy. Shares are 0 … 1, `…Ms` and quantities milliseconds, `…PerSecond` rates, `…Usd` US dollars.
 * What each measure is stands in `measures/registry.ts`, the rest in docs/model.md.
 */
export interface StrategySummary {
  readonly name: string;
  readonly config: unknown;
  readonly failure: { readonly code: string; readonly message: string } | null;
  /** True when the figures come from replications that were not used to select. */
  readonly fresh: boolean;
  /** How many the counts are sums over: of an interrupted run those that every strategy has. */
  readonly replications: number;
  readonly requests: {
    readonly offered: number;
    readonly started: number;
    readonly dropped: number;
    readonly ok: number;
    readonly good: number;
    readonly failed: number;
    readonly inFlightAtEnd: number;
    readonly failures: Readonly<Record<FailureClass, number>>;
  };
  readonly attempts: {
    readonly sent: number;
    readonly ok: number;
    readonly failures: Readonly<Record<Exclude<AttemptClass, 'ok'>, number>>;
    readonly byTarget: Readonly<Record<string, number>>;
    readonly firstRefused: number | null;
  };
  readonly errorRate: number | null;
  readonly capacityErrorRate: number | null;
  readonly firstAttemptRefusedRate: number | null;
  readonly goodShare: number | null;
  readonly goodputPerSecond: number | null;
  readonly amplification: number | null;
  readonly fallbackShare: number | null;
  readonly quality: number | null;
  readonly costUsd: number | null;
  readonly makespanMs: number | null;
  readonly steadiness: number | null;
  readonly successByRetry: readonly number[] | null;
  readonly peakAttemptsPer100ms: number | null;
  readonly peakRetriesPer100ms: number | null;
  readonly permitIdleMs: number | null;
  readonly failoverMs: number | null;
  readonly failbackMs: number | null;
  readonly spells: Quantities | null;
  /** Where to look for the failed requests, in this order: shares of them, together 1; null when none failed. */
  readonly explained: Explained | null;
  readonly gaveUpBy: Readonly<Record<Exclude<GaveUpReason, 'none'>, number>>;
  readonly latencyMs: { readonly ok: Quantities | null; readonly failed: Quantities | null; readonly withFailures: Quantities | null };
  readonly serviceMs: Quantities | null;
  readonly queueWaitMs: Quantities | null;
  readonly backoffMs: Quantities | null;
  readonly firstTokenMs: Quantities | null;
  readonly perTokenMs: Quantities | null;
  readonly deferMs: Quantities | null;
  readonly submitMs: Quantities | null;
  readonly tokens: { readonly delivered: number; readonly wasted: number };
  readonly inFlight: { readonly mean: number; readonly max: number };
  readonly limit: { readonly mean: number; readonly min: number; readonly max: number } | null;
  /** 95 % intervals by measure name. */
  readonly interval: Readonly<Record<string, Interval | null>>;
  readonly slo: readonly SloVerdict[];
  /** Of every replication that the figures are over, in the order in which they were raised. */
  readonly alarms: readonly AlarmSummary[];
  /** How code of the user's retries; empty for strategies of ours. */
  readonly conduct: readonly ConductFinding[];
  readonly provider: {
    readonly arrived: number;
    readonly admitted: number;
    readonly refused: {
      readonly hard: number;
      readonly quota: number;
      readonly fault: number;
      readonly capacity: number;
      readonly queueExpired: number;
    };
    readonly inFlightMax: number;
    readonly tenantArrivals: number;
    readonly tenantsRefusedRate: number | null;
  };
  /** In live runs alone. */
  readonly live?: LiveFigures | undefined;
}

/** A bound of `slo:` and what was measured, both in the unit of the measure. */
export interface SloVerdict {
  readonly measure: string;
  readonly bound: number;
  readonly value: number | null;
  readonly interval: Interval | null;
  readonly verdict: 'met' | 'missed' | 'undecided' | 'not measured';
}

/** One strategy against the baseline on one measure, in the unit of that measure. */
export interface Comparison {
  readonly baseline: string;
  readonly strategy: string;
  readonly measure: string;
  /** strategy − baseline. */
  readonly difference: number | null;
  readonly interval: Interval | null;
  readonly verdict: 'better' | 'worse' | 'same' | 'undecided' | 'identical';
}

/** What to ship, and what that rests on. */
export interface Recommendation {
  /** The strategy to ship (a sweep variant when the best one is one). */
  readonly strategy: string;
  /** What the sweep varied, e.g. `limit`; null when nothing was swept. */
  readonly parameter: string | null;
  /** The recommended value of that parameter; a limit is per client unless the strategy says `per: fleet`. */
  readonly value: number | null;
  /** The limit of all clients together; null when what was swept is no limit. */
  readonly fleetValue: number | null;
  /** The sweep variant with that value, also when another strategy is the one to ship. */
  readonly variant: string | null;
  /** Largest limit whose first-attempt refusals stay under `recommend.balance`; null with the reason in `balanceReason`. */
  readonly balancePoint: number | null;
  /** Why there is none, or why it is not the recommended value. */
  readonly balanceReason: string | null;
  /** Smallest and largest of the swept values that are not shown worse than the best by more than 1 % goodput. */
  readonly interval: Interval | null;
  readonly basis: 'shown' | 'best guess';
  /** Replications it would take to show what is open; null when nothing is, or when that cannot be told. */
  readonly replicationsNeeded: number | null;
  /** Whole sentences, also what one step below and above would do. */
  readonly reason: string;
}
