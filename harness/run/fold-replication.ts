import {
  type Batches,
  type ProviderCounts,
  type Quantities,
  type ReplicationFold,
  type SampleName,
  sampleNames,
} from '../../reports/result/fold.ts';
import type { KeptRequest } from '../../reports/result/kept.ts';
import { requestClasses } from '../../reports/result/outcome.ts';
import { quantitiesOf } from '../../reports/result/pool.ts';
import type { PassedOver, RawAttempt, RawRequest } from '../../reports/result/raw.ts';
import { figure, round6 } from '../../reports/result/stats/round6.ts';
import { CodedError } from '../../sim/kernel/errors.ts';
import type { AlarmBook } from '../alarm/book.ts';
import type { Count } from '../conduct/check.ts';
import { alarmsOf } from './alarms.ts';
import type { Finished } from './finished.ts';
import type { Notice } from './notices.ts';
import type { ProviderBooks } from './provider-books.ts';
import { steadinessOf } from './steadiness.ts';
import type { RawTimeline } from './timeline.ts';

/** Samples of one replication, each column sorted ascending, failures of `latencyWithFailures` as +∞. */
export type Samples = Readonly<Record<SampleName, Float64Array>>;

/** All that one job leaves behind. */
export interface ReplicationOutput {
  readonly fold: ReplicationFold;
  readonly samples: Samples;
  readonly timeline: RawTimeline;
  readonly slowest: readonly KeptRequest[];
  readonly failed: readonly KeptRequest[];
  readonly heldAtEnd: number;
  /** Of a live run. */
  readonly batches?: Batches | undefined;
  /** Of code of the user's: what each finding of the registry comes to. */
  readonly conduct?: readonly Count[] | undefined;
  readonly raw:
    | { readonly requests: readonly RawRequest[]; readonly attempts: readonly RawAttempt[]; readonly passedOver: readonly PassedOver[] }
    | undefined;
  /** What happened to code of the user's that somebody should know of. */
  readonly notices?: readonly Notice[] | undefined;
}

/**
 * Folds a finished run; throws `identity` when its three books disagree. `withoutRetries` is the book of the same run without
 * them, where alarms need it.
 */
export function foldReplication(run: Finished, withoutRetries?: AlarmBook): ReplicationOutput {
  const { recorder } = run;
  const identities = run.identities();
  const broken = identities.filter((identity) => !identity.holds);
  if (broken.length > 0)
    throw new CodedError('identity', broken.map(({ name, left, right }) => `${name}: ${left} against ${right}`).join('; '));
  const samples = samplesOf(run);
  recorder.log?.close();
  const alarms = alarmsOf(run, withoutRetries);
  return {
    fold: { ...foldOf(run, identities, samples), ...(alarms && { alarms }) },
    samples,
    timeline: recorder.options.timeline,
    slowest: recorder.slowest.all(),
    failed: recorder.failed.all(),
    heldAtEnd: run.generator.open,
    raw: recorder.log,
  };
}

function foldOf(run: Finished, identities: ReplicationFold['identities'], samples: Samples): ReplicationFold {
  const { recorder } = run;
  const window = Math.max(0, run.end - recorder.options.warmUp);
  return {
    replication: run.job.replication,
    windowSeconds: window / 1e6,
    requests: requestCounts(run),
    attempts: attemptCounts(run),
    provider: providerCounts(run.books),
    identities,
    goodCompletions: recorder.goodCompletions,
    costUsd: round6(recorder.costUsd),
    tokens: { delivered: recorder.tokensDelivered, wasted: recorder.tokensBilled - recorder.tokensDelivered },
    qualitySum: round6(recorder.qualitySum),
    fallbackOk: recorder.fallbackOk,
    firstCapacityRefused: recorder.firstCapacityRefused,
    okByRetry: cumulative(recorder.okByRetry),
    gaveUpBy: recorder.gaveUpBy,
    peakAttemptsPer100ms: recorder.peakAttempts,
    peakRetriesPer100ms: recorder.peakRetries,
    ...limitFigures(run),
    inFlight: { mean: round6(recorder.inFlightArea() / Math.max(1, run.clock.now())), max: recorder.inFlightMax },
    makespanMs: run.generator.makespanMs,
    steadiness: steadinessOf(run),
    ownAtRefusal: figure(run.books.ownAtRefusal),
    patience: recorder.patience,
    samples: Object.fromEntries(sampleNames.map((name) => [name, quantitiesOf(samples[name])])) as Record<SampleName, Quantities | null>,
  };
}

function requestCounts(run: Finished): ReplicationFold['requests'] {
  const { requests, cohortOpen } = run.recorder;
  const { ok, ...failures } = requests.byClass;
  const failed = requestClasses.reduce((sum, name) => (name === 'ok' ? sum : sum + requests.byClass[name]), 0);
  return {
    offered: requests.offered,
    started: requests.offered,
    dropped: 0,
    ok,
    good: requests.good,
    failed,
    inFlightAtEnd: cohortOpen,
    failures,
  };
}

function attemptCounts(run: Finished): ReplicationFold['attempts'] {
  const { attempts, options } = run.recorder;
  const { ok, ...failures } = attempts.byClass;
  const byTarget = Object.fromEntries(options.targets.map((target, index) => [target.name, attempts.byTarget[index] ?? 0]));
  const { sent, firstSent, firstRefused, capacityRefused } = attempts;
  return { sent, ok, failures, byTarget, firstSent, firstRefused, capacityRefused };
}

function providerCounts({ counts, tenantArrivals, modelTenantArrivals, modelTenantRefused }: ProviderBooks): ProviderCounts {
  const { hard, quotaRefused, faulted, capacityRefused, queueExpired, queueCancelled, admitted, completed, cutOrFailed, cancelled } =
    counts;
  return {
    arrived: counts.arrived,
    hard,
    quotaRefused,
    faulted,
    capacityRefused,
    queueExpired,
    queueCancelled,
    admitted,
    completed,
    cutOrFailed,
    cancelled,
    inServiceAtEnd: counts.inService,
    inFlightMax: counts.inFlightMax,
    tenantArrivals,
    modelTenantArrivals,
    modelTenantRefused,
  };
}

function limitFigures(run: Finished): Pick<ReplicationFold, 'permitIdleMs' | 'limit'> {
  const figures = run.fleet.permits.map((permits) => permits.figures());
  if (figures.length === 0) return { permitIdleMs: 0, limit: null };
  return {
    permitIdleMs: round6(figures.reduce((sum, { idleMs }) => sum + idleMs, 0)),
    limit: {
      mean: round6(figures.reduce((sum, { limit }) => sum + limit.mean, 0) / figures.length),
      min: Math.min(...figures.map(({ limit }) => limit.min)),
      max: Math.max(...figures.map(({ limit }) => limit.max)),
    },
  };
}

function samplesOf(run: Finished): Samples {
  const { columns } = run.recorder;
  const spells = Float64Array.from(run.books.spells).sort();
  const latencyOk = columns.latencyOk.sorted();
  const latencyWithFailures = new Float64Array(latencyOk.length + columns.latencyFailed.length).fill(Number.POSITIVE_INFINITY);
  latencyWithFailures.set(latencyOk);
  return {
    latencyOk,
    latencyFailed: columns.latencyFailed.sorted(),
    latencyWithFailures,
    serviceMs: columns.serviceMs.sorted(),
    queueWaitMs: columns.queueWaitMs.sorted(),
    backoffMs: columns.backoffMs.sorted(),
    firstTokenMs: columns.firstTokenMs.sorted(),
    perTokenMs: columns.perTokenMs.sorted(),
    deferMs: columns.deferMs.sorted(),
    submitMs: columns.submitMs.sorted(),
    spells,
  };
}

function cumulative(counts: readonly number[]): number[] {
  let sum = 0;
  return counts.map((count) => {
    sum += count;
    return sum;
  });
}
