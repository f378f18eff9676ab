import type { ReplicationFold, SampleName, StrategyFold } from '../../reports/result/fold.ts';
import { sampleNames } from '../../reports/result/fold.ts';
import { attemptClasses, gaveUpReasons, requestClasses } from '../../reports/result/outcome.ts';
import { poolSamples, quantitiesOf } from '../../reports/result/pool.ts';
import type { Result } from '../../reports/result/result.ts';

/** One replication as a test thinks of it; what is left out is a calm run of 1,000 requests over 1,000 seconds. */
export interface Run {
  readonly replication?: number;
  readonly offered?: number;
  /** Failed requests, those shed included. */
  readonly failed?: number;
  readonly shed?: number;
  readonly firstRefused?: number;
  readonly attempts?: number;
  readonly windowSeconds?: number;
  readonly goodCompletions?: number;
  readonly costUsd?: number;
  readonly tenantArrivals?: number;
  readonly tenantRefused?: number;
  readonly limit?: number;
  /** Latencies of the ok requests, ms; by default 1, 2, … ms for each of them. */
  readonly latencies?: readonly number[];
}

interface Made {
  readonly fold: ReplicationFold;
  readonly samples: Readonly<Record<SampleName, Float64Array>>;
}

function zeros<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
}

function sorted(values: readonly number[]): Float64Array {
  return Float64Array.from(values).sort();
}

function samplesOf(latencies: readonly number[], failed: number): Record<SampleName, Float64Array> {
  const failures = Array<number>(failed).fill(60_000);
  const none = new Float64Array(0);
  return {
    latencyOk: sorted(latencies),
    latencyFailed: sorted(failures),
    latencyWithFailures: sorted([...latencies, ...failures.map(() => Number.POSITIVE_INFINITY)]),
    serviceMs: sorted(latencies),
    queueWaitMs: sorted(latencies.map(() => 0)),
    backoffMs: none,
    firstTokenMs: none,
    perTokenMs: none,
    deferMs: none,
    submitMs: none,
    spells: none,
  };
}

function madeRun(run: Run, index: number): Made {
  const offered = run.offered ?? 1000;
  const failed = run.failed ?? 0;
  const ok = offered - failed;
  const shed = run.shed ?? 0;
  const attempts = run.attempts ?? offered - shed;
  const firstSent = Math.min(attempts, offered - shed);
  const firstRefused = run.firstRefused ?? 0;
  const latencies = run.latencies ?? Array.from({ length: ok }, (_, i) => i + 1);
  const samples = samplesOf(latencies, failed);
  const fold: ReplicationFold = {
    replication: run.replication ?? index,
    windowSeconds: run.windowSeconds ?? 1000,
    requests: {
      offered,
      started: offered,
      dropped: 0,
      ok,
      good: ok,
      failed,
      inFlightAtEnd: 0,
      failures: { ...zeros(requestClasses.filter((name) => name !== 'ok')), capacity: failed - shed, shed },
    },
    attempts: {
      sent: attempts,
      ok,
      failures: { ...zeros(attemptClasses.filter((name) => name !== 'ok')), capacity: attempts - ok },
      byTarget: { flagship: attempts },
      firstSent,
      firstRefused,
      capacityRefused: firstRefused,
    },
    provider: {
      arrived: attempts,
      hard: 0,
      quotaRefused: 0,
      faulted: 0,
      capacityRefused: attempts - ok,
      queueExpired: 0,
      queueCancelled: 0,
      admitted: ok,
      completed: ok,
      cutOrFailed: 0,
      cancelled: 0,
      inServiceAtEnd: 0,
      inFlightMax: 8,
      tenantArrivals: run.tenantArrivals ?? 0,
      modelTenantArrivals: run.tenantArrivals ?? 0,
      modelTenantRefused: run.tenantRefused ?? 0,
    },
    identities: [{ name: 'offered', left: offered, right: offered, holds: true }],
    goodCompletions: run.goodCompletions ?? ok,
    costUsd: run.costUsd ?? 0,
    tokens: { delivered: 200 * ok, wasted: 0 },
    qualitySum: ok,
    fallbackOk: 0,
    firstCapacityRefused: firstRefused,
    okByRetry: [],
    gaveUpBy: { ...zeros(gaveUpReasons), none: ok, attempts: failed - shed, shed },
    peakAttemptsPer100ms: 3,
    peakRetriesPer100ms: 2,
    permitIdleMs: 0,
    inFlight: { mean: 2.5, max: 6 },
    limit: run.limit === undefined ? null : { mean: run.limit, min: run.limit, max: run.limit },
    makespanMs: null,
    steadiness: ok === 0 ? null : 0.8,
    samples: Object.fromEntries(sampleNames.map((name) => [name, quantitiesOf(samples[name])])) as ReplicationFold['samples'],
  };
  return { fold, samples };
}

/** A replication's fold alone. */
export function makeReplication(run: Run = {}): ReplicationFold {
  return madeRun(run, 0).fold;
}

/** A strategy with these replications, numbered from 0; pooled and delete-one percentiles are computed from their samples. */
export function makeStrategy(name: string, runs: readonly Run[], overrides: Partial<StrategyFold> = {}): StrategyFold {
  const made = runs.map(madeRun);
  const pools = sampleNames.map((sample) => [sample, poolSamples(made.map(({ samples }) => samples[sample]))] as const);
  const part = <Key extends 'pooled' | 'deleteOne' | 'quantiles'>(key: Key) =>
    Object.fromEntries(pools.map(([sample, pool]) => [sample, pool[key]])) as unknown as StrategyFold[Key];
  return {
    name,
    config: { name },
    failure: null,
    replications: made.map(({ fold }) => fold),
    pooled: part('pooled'),
    deleteOne: part('deleteOne'),
    quantiles: part('quantiles'),
    timeline: {
      bucketSeconds: 300,
      offered: [1, 2],
      ok: [1, 2],
      failed: [0, 0],
      attempts: [1, 2],
      capacityRefused: [0, 0],
      inFlight: [1, 1],
      waiting: [0, 0],
      freeSlots: [3, 2],
      limit: [null, null],
    },
    slowest: [],
    failed: [],
    ...overrides,
  };
}

/** A result of these strategies: 5 paired virtual replications, no bounds, the first strategy as the baseline. */
export function makeResult(
  strategies: readonly StrategyFold[],
  scenario: Partial<Result['scenario']> = {},
  rest: Partial<Omit<Result, 'scenario' | 'strategies'>> = {},
): Result {
  return {
    schemaVersion: 1,
    tool: { name: 'at-capacity', version: '0.1.0' },
    scenario: {
      name: 'made-up',
      hash: '0'.repeat(64),
      seed: 1,
      replications: strategies[0]?.replications.length ?? 5,
      paired: true,
      mode: 'virtual',
      timeScale: 1,
      zoneOffsets: [],
      start: '2026-03-02T00:00',
      zone: 'UTC',
      lengthSeconds: 1000,
      quick: false,
      good: {},
      slo: {},
      baseline: strategies[0]?.name ?? 'none',
      recommend: { maxAmplification: 1.5, balance: 0.01 },
      clients: 1,
      arrivals: null,
      sweep: null,
      resolved: {},
      ...scenario,
    },
    incomplete: false,
    warnings: [],
    strategies,
    fresh: [],
    ...rest,
  };
}

/** `limited@limit=n` for each value, and the scenario's part that says so. */
export function makeSweep(strategy: string, runsByLimit: Readonly<Record<number, readonly Run[]>>) {
  const values = Object.keys(runsByLimit).map(Number);
  const variants = values.map((value) => `${strategy}@limit=${value}`);
  return {
    folds: values.map((value) => makeStrategy(`${strategy}@limit=${value}`, runsByLimit[value] ?? [], { config: { limit: value } })),
    sweep: { strategy, keys: { limit: values }, variants },
  };
}
