import { type ReplicationFold, type SampleName, sampleNames } from '../../../reports/result/fold.ts';
import { attemptClasses, gaveUpReasons, requestClasses } from '../../../reports/result/outcome.ts';
import { quantitiesOf } from '../../../reports/result/pool.ts';
import type { RawAttempt, RawRequest } from '../../../reports/result/raw.ts';
import { round6 } from '../../../reports/result/stats/round6.ts';
import { zeroCounts } from '../../../sim/provider/counts.ts';
import type { TargetInfo } from '../recorder.ts';
import { sortAscending } from '../sort-ascending.ts';
import type { Bill } from './server-messages.ts';

/** How requests are looked at. */
export interface Judged {
  readonly good: { readonly latency?: number | undefined; readonly firstToken?: number | undefined };
  readonly stream: boolean;
  /** The route's first one first. */
  readonly targets: readonly TargetInfo[];
}

/** A part of a run: what arrived in it, and what came to an end in it. */
export interface Batch {
  readonly place: number;
  readonly windowSeconds: number;
  readonly requests: readonly RawRequest[];
  readonly attempts: readonly RawAttempt[];
  readonly bills: readonly Bill[];
  readonly completed: readonly RawRequest[];
}

type Ended = RawRequest & { readonly latencyMs: number };
type Columns = Readonly<Record<SampleName, Float64Array>>;

/** The sample columns of a batch, ascending, as a whole replication has them. */
export function samplesOf({ requests, attempts }: Batch, { stream }: Judged): Columns {
  const ended = requests.filter((request): request is Ended => request.latencyMs !== null);
  const ok = ended.filter(({ outcome }) => outcome === 'ok');
  const sentMs = new Map<number, number>();
  for (const attempt of attempts) sentMs.set(attempt.entity, Math.max(attempt.sentMs, sentMs.get(attempt.entity) ?? 0));
  const begun = ok.filter((request): request is Ended & { readonly firstTokenMs: number } => request.firstTokenMs !== null);
  // The callers of submitted jobs see their answers later than they are there.
  const answeredMs = new Map(attempts.filter((attempt) => attempt.class === 'ok').map(({ entity, endedMs }) => [entity, endedMs]));
  const answerMs = ({ entity, arrivedMs, deferMs, latencyMs, submitMs }: Ended): number =>
    (submitMs === null ? undefined : answeredMs.get(entity)) ?? arrivedMs + deferMs + latencyMs;
  const latencyOk = ok.map(({ latencyMs }) => latencyMs);
  const latencyFailed = ended.filter(({ outcome }) => outcome !== 'ok').map(({ latencyMs }) => latencyMs);
  return {
    latencyOk: column(latencyOk),
    latencyFailed: column(latencyFailed),
    latencyWithFailures: column([...latencyOk, ...latencyFailed.map(() => Number.POSITIVE_INFINITY)]),
    serviceMs: column(ok.map((one) => answerMs(one) - (sentMs.get(one.entity) ?? one.arrivedMs + one.deferMs))),
    queueWaitMs: column(ended.map(({ queueWaitMs }) => queueWaitMs)),
    backoffMs: column(ended.map(({ backoffMs }) => backoffMs)),
    firstTokenMs: column(begun.map(({ firstTokenMs }) => firstTokenMs)),
    perTokenMs: column(
      begun
        .filter(({ tokens }) => stream && tokens > 1)
        .map((one) => (answerMs(one) - one.arrivedMs - one.deferMs - one.firstTokenMs) / (one.tokens - 1)),
    ),
    deferMs: column(ended.filter(({ deferMs }) => deferMs > 0).map(({ deferMs }) => deferMs)),
    submitMs: column(ended.flatMap(({ submitMs }) => (submitMs === null ? [] : [submitMs]))),
    spells: column([]),
  };
}

function column(values: readonly number[]): Float64Array {
  const all = Float64Array.from(values);
  sortAscending(all);
  return all;
}

/** The figures of a batch; what belongs to a whole run alone is empty. */
export function foldBatch(batch: Batch, samples: Columns, judged: Judged): ReplicationFold {
  const { place, windowSeconds, requests, completed, bills } = batch;
  const ok = requests.filter(({ outcome }) => outcome === 'ok');
  const places = ok.map(({ target }) => judged.targets.findIndex(({ name }) => name === target));
  const delivered = ok.reduce((sum, { tokens }) => sum + tokens, 0);
  return {
    ...ofTheWholeRun(),
    replication: place,
    windowSeconds,
    requests: requestCounts(requests, judged.good),
    attempts: attemptCounts(batch.attempts),
    goodCompletions: completed.filter((request) => isGood(request, judged.good)).length,
    costUsd: round6(bills.reduce((sum, { usd }) => sum + usd, 0)),
    tokens: { delivered, wasted: Math.max(0, bills.reduce((sum, { tokens }) => sum + tokens, 0) - delivered) },
    qualitySum: round6(places.reduce((sum, at) => sum + (judged.targets[at]?.quality ?? 0), 0)),
    fallbackOk: places.filter((at) => at > 0).length,
    samples: Object.fromEntries(sampleNames.map((name) => [name, quantitiesOf(samples[name])])) as ReplicationFold['samples'],
  };
}

/** Whether an answer came, and within what the scenario calls good. */
export function isGood({ outcome, latencyMs, firstTokenMs }: RawRequest, good: Judged['good']): boolean {
  if (outcome !== 'ok' || latencyMs === null) return false;
  if (good.latency !== undefined && latencyMs > good.latency) return false;
  return good.firstToken === undefined || (firstTokenMs !== null && firstTokenMs <= good.firstToken);
}

function requestCounts(requests: readonly RawRequest[], good: Judged['good']): ReplicationFold['requests'] {
  const of = (outcome: RawRequest['outcome']): number => requests.filter((request) => request.outcome === outcome).length;
  const failures = counted(
    requestClasses.filter((name) => name !== 'ok'),
    of,
  );
  return {
    offered: requests.length,
    started: requests.length,
    dropped: 0,
    ok: of('ok'),
    good: requests.filter((request) => isGood(request, good)).length,
    failed: Object.values(failures).reduce((sum, count) => sum + count, 0),
    inFlightAtEnd: of(null),
    failures,
  };
}

function attemptCounts(attempts: readonly RawAttempt[]): ReplicationFold['attempts'] {
  const of = (outcome: RawAttempt['class']): number => attempts.filter((attempt) => attempt.class === outcome).length;
  const first = attempts.filter(({ number }) => number === 1);
  const targets = [...new Set(attempts.map(({ target }) => target))];
  return {
    sent: attempts.length,
    ok: of('ok'),
    failures: counted(
      attemptClasses.filter((name) => name !== 'ok'),
      of,
    ),
    byTarget: counted(targets, (name) => attempts.filter(({ target }) => target === name).length),
    firstSent: first.length,
    firstRefused: first.filter(({ class: outcome }) => outcome === 'capacity' || outcome === 'rate_limited').length,
    capacityRefused: of('capacity'),
  };
}

function counted<Name extends string>(names: readonly Name[], of: (name: Name) => number): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, number>;
}

/** What batches have nothing of. */
function ofTheWholeRun(): Pick<
  ReplicationFold,
  | 'provider'
  | 'identities'
  | 'firstCapacityRefused'
  | 'okByRetry'
  | 'gaveUpBy'
  | 'peakAttemptsPer100ms'
  | 'peakRetriesPer100ms'
  | 'permitIdleMs'
  | 'limit'
  | 'inFlight'
  | 'makespanMs'
  | 'steadiness'
> {
  const { lost: _lost, travelling: _travelling, queued: _queued, inService, holding: _holding, ...counts } = zeroCounts();
  return {
    provider: { ...counts, inServiceAtEnd: inService, tenantArrivals: 0, modelTenantArrivals: 0, modelTenantRefused: 0 },
    identities: [],
    firstCapacityRefused: 0,
    okByRetry: [],
    gaveUpBy: counted(gaveUpReasons, () => 0),
    peakAttemptsPer100ms: 0,
    peakRetriesPer100ms: 0,
    permitIdleMs: 0,
    limit: null,
    inFlight: { mean: 0, max: 0 },
    makespanMs: null,
    steadiness: null,
  };
}
