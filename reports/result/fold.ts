import type { AlarmSpell } from './alarm.ts';
import type { ConductFinding } from './conduct.ts';
import type { KeptRequest } from './kept.ts';
import type { AttemptClass, FailureClass, GaveUpReason } from './outcome.ts';

/** Nearest-rank percentiles of raw samples. A rank that falls among the failures (which count as +∞) is null. */
export interface Quantities {
  readonly count: number;
  readonly mean: number | null;
  readonly p50: number | null;
  readonly p90: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
  readonly max: number | null;
}
export const percentileKeys = ['p50', 'p90', 'p95', 'p99'] as const;
export type PercentileKey = (typeof percentileKeys)[number];

/** Sample columns, one value a request of the cohort (spells: one a spell), in milliseconds. */
export const sampleNames = [
  'latencyOk',
  'latencyFailed',
  'latencyWithFailures',
  'serviceMs',
  'queueWaitMs',
  'backoffMs',
  'firstTokenMs',
  'perTokenMs',
  'deferMs',
  'submitMs',
  'spells',
] as const;
export type SampleName = (typeof sampleNames)[number];

export interface RequestCounts {
  readonly offered: number;
  readonly started: number;
  readonly dropped: number;
  readonly ok: number;
  readonly good: number;
  readonly failed: number;
  readonly inFlightAtEnd: number;
  readonly failures: Readonly<Record<FailureClass, number>>;
}

export interface AttemptCounts {
  readonly sent: number;
  readonly ok: number;
  readonly failures: Readonly<Record<Exclude<AttemptClass, 'ok'>, number>>;
  readonly byTarget: Readonly<Record<string, number>>;
  /** First attempts sent, and those of them refused as capacity or rate_limited. */
  readonly firstSent: number;
  readonly firstRefused: number;
  /** Attempts refused for capacity. */
  readonly capacityRefused: number;
}

export interface ProviderCounts {
  readonly arrived: number;
  readonly hard: number;
  readonly quotaRefused: number;
  readonly faulted: number;
  readonly capacityRefused: number;
  readonly queueExpired: number;
  readonly queueCancelled: number;
  readonly admitted: number;
  readonly completed: number;
  readonly cutOrFailed: number;
  readonly cancelled: number;
  readonly inServiceAtEnd: number;
  readonly inFlightMax: number;
  /** Other tenants of all pools this strategy used, inside the run (their warm-up excluded). */
  readonly tenantArrivals: number;
  /** Those of the pool of `workload.model` alone, the same for every strategy that uses it, and how many were refused. */
  readonly modelTenantArrivals: number;
  readonly modelTenantRefused: number;
}

/** One identity of MODEL section 8: both sides, from independent counters. */
export interface Identity {
  readonly name: string;
  readonly left: number;
  readonly right: number;
  readonly holds: boolean;
}

/** How large something was, ms. */
export interface Spread {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** How well a live run kept to its plan: what the harness itself adds to the figures. Durations in ms of real time. */
export interface LiveFigures {
  /** From a request's scheduled arrival to its start. */
  readonly latenessMs: Spread;
  /** From a send to a connection that takes it. */
  readonly connectionMs: Spread;
  /** Attempts due inside the window, and those that were on a connection before its end, per second of the scenario. */
  readonly offeredPerSecond: number;
  readonly achievedPerSecond: number;
  /** How late an empty timer was on this machine meanwhile. */
  readonly timerErrorMs: Spread;
  /** The harness was the bottleneck: the figures say more about this machine than about the strategy. */
  readonly generatorLimited: boolean;
  /** From an attempt's arrival to the end of its answer as the server saw it, whole answers alone; ms of the scenario. */
  readonly servedMs: Quantities | null;
}

/** Everything of one replication of one strategy that survives when the raw samples are dropped. */
export interface ReplicationFold {
  readonly replication: number;
  /** Length of [warmUp, end), seconds. */
  readonly windowSeconds: number;
  /** The cohort that arrived in [warmUp, end), and the attempts of those requests. */
  readonly requests: RequestCounts;
  readonly attempts: AttemptCounts;
  /** Whole run, warm-up included. */
  readonly provider: ProviderCounts;
  readonly identities: readonly Identity[];
  /** Good requests that completed inside the window, whoever sent them. */
  readonly goodCompletions: number;
  readonly costUsd: number;
  readonly tokens: { readonly delivered: number; readonly wasted: number };
  /** Σ quality of the models that answered, over ok requests. */
  readonly qualitySum: number;
  /** ok requests answered by another target than the route's first. */
  readonly fallbackOk: number;
  /** Requests whose first attempt was refused for capacity; of them, those ok by the k-th retry (k = 1, 2, …), cumulative. */
  readonly firstCapacityRefused: number;
  readonly okByRetry: readonly number[];
  readonly gaveUpBy: Readonly<Record<GaveUpReason, number>>;
  readonly peakAttemptsPer100ms: number;
  readonly peakRetriesPer100ms: number;
  /** Time permits were held while nothing was in flight under them, ms. */
  readonly permitIdleMs: number;
  readonly inFlight: { readonly mean: number; readonly max: number };
  /** The concurrency limit over time (per client; null without a limit). */
  readonly limit: { readonly mean: number; readonly min: number; readonly max: number } | null;
  readonly makespanMs: number | null;
  /** Coefficient of variation of ok completions per 5 s; null with fewer than two bins or no completion. */
  readonly steadiness: number | null;
  /** Mean share of a pool's slots that our own attempts held when one of ours was refused for capacity; null without a refusal. */
  readonly ownAtRefusal?: number | null | undefined;
  /** Requests that ended as `deadline`, by what took most of their time: our queue, waits between attempts, attempts. */
  readonly patience?: { readonly queue: number; readonly wait: number; readonly attempt: number } | undefined;
  readonly samples: Readonly<Record<SampleName, Quantities | null>>;
  /** Of a live run. */
  readonly live?: LiveFigures | undefined;
  /** Of a scenario with `alarm:`, in the order in which they were raised. */
  readonly alarms?: readonly AlarmSpell[] | undefined;
}

/**
 * A live run of one replication in parts of equal length, by the arrival of the requests: what its intervals are estimated
 * from. What belongs to the whole run alone is empty in them: the provider's counts, makespan, limit, steadiness, in flight.
 */
export interface Batches {
  readonly folds: readonly ReplicationFold[];
  /** For each batch left out: the exact percentiles of the rest. */
  readonly deleteOne: Readonly<Record<SampleName, readonly Readonly<Record<PercentileKey, number | null>>[]>>;
}

/** Means over replications per bucket of virtual time, warm-up included. */
export interface Timeline {
  readonly bucketSeconds: number;
  readonly offered: readonly number[];
  readonly ok: readonly number[];
  readonly failed: readonly number[];
  readonly attempts: readonly number[];
  readonly capacityRefused: readonly number[];
  readonly inFlight: readonly number[];
  readonly waiting: readonly number[];
  /** Free slots of the pool of the route's first target, mean over the bucket. */
  readonly freeSlots: readonly number[];
  readonly limit: readonly (number | null)[];
}

/** One strategy's part of the result: its replications and what was computed from all samples before they were dropped. */
export interface StrategyFold {
  readonly name: string;
  /** The strategy as resolved, in the grammar of scenario files. */
  readonly config: unknown;
  /** A coded failure that ended this strategy alone (`livelock`, `stalled`, `bound`, `code`); its replications are then those finished before. */
  readonly failure: { readonly code: string; readonly message: string } | null;
  readonly replications: readonly ReplicationFold[];
  /** Of a live run of one replication. */
  readonly batches?: Batches | undefined;
  /** Exact nearest-rank percentiles over the samples of all replications. */
  readonly pooled: Readonly<Record<SampleName, Quantities | null>>;
  /** For each replication left out: the exact percentiles of the rest. */
  readonly deleteOne: Readonly<Record<SampleName, readonly Readonly<Record<PercentileKey, number | null>>[]>>;
  /** 200 points, quantiles (i + ½)/200 of the pooled samples, ms; null where the rank falls among failures. */
  readonly quantiles: Readonly<Record<SampleName, readonly (number | null)[] | null>>;
  readonly timeline: Timeline;
  readonly slowest: readonly KeptRequest[];
  readonly failed: readonly KeptRequest[];
  /** Of code of the user's: how it retries. */
  readonly conduct?: readonly ConductFinding[] | undefined;
}
