import { mean } from 'simple-statistics';
import type { AlarmSummary } from './alarm.ts';
import type { Cohort } from './cohort.ts';
import { type Estimate, estimate } from './estimate.ts';
import { explained } from './explained.ts';
import type { AttemptCounts, ReplicationFold, RequestCounts, StrategyFold } from './fold.ts';
import { liveOf } from './live.ts';
import { measures } from './measures/registry.ts';
import { attemptClasses, gaveUpReasons, requestClasses } from './outcome.ts';
import { sloVerdicts } from './slo-verdict.ts';
import { figure, round6 } from './stats/round6.ts';
import type { StrategySummary } from './summary.ts';

type Folds = readonly ReplicationFold[];

function sum(folds: Folds, of: (fold: ReplicationFold) => number): number {
  return folds.reduce((total, fold) => total + of(fold), 0);
}

function average(folds: Folds, of: (fold: ReplicationFold) => number): number {
  return folds.length === 0 ? 0 : round6(mean(folds.map(of)));
}

function largest(folds: Folds, of: (fold: ReplicationFold) => number): number {
  return folds.reduce((most, fold) => Math.max(most, of(fold)), 0);
}

/** One count for every name, so that a reader never meets a missing one. */
function counts<Name extends string>(names: readonly Name[], of: (name: Name) => number): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, number>;
}

function requestsOf(folds: Folds): StrategySummary['requests'] {
  const of = (key: Exclude<keyof RequestCounts, 'failures'>) => sum(folds, ({ requests }) => requests[key]);
  return {
    offered: of('offered'),
    started: of('started'),
    dropped: of('dropped'),
    ok: of('ok'),
    good: of('good'),
    failed: of('failed'),
    inFlightAtEnd: of('inFlightAtEnd'),
    failures: counts(
      requestClasses.filter((name) => name !== 'ok'),
      (name) => sum(folds, ({ requests }) => requests.failures[name]),
    ),
  };
}

function attemptsOf(folds: Folds): StrategySummary['attempts'] {
  const of = (key: Exclude<keyof AttemptCounts, 'failures' | 'byTarget'>) => sum(folds, ({ attempts }) => attempts[key]);
  const targets = [...new Set(folds.flatMap(({ attempts }) => Object.keys(attempts.byTarget)))].sort();
  return {
    sent: of('sent'),
    ok: of('ok'),
    failures: counts(
      attemptClasses.filter((name) => name !== 'ok'),
      (name) => sum(folds, ({ attempts }) => attempts.failures[name]),
    ),
    byTarget: counts(targets, (target) => sum(folds, ({ attempts }) => attempts.byTarget[target] ?? 0)),
    firstRefused: of('firstSent') === 0 ? null : of('firstRefused'),
  };
}

function providerOf(folds: Folds, tenantsRefusedRate: number | null): StrategySummary['provider'] {
  const of = (key: keyof ReplicationFold['provider']) => sum(folds, ({ provider }) => provider[key]);
  return {
    arrived: of('arrived'),
    admitted: of('admitted'),
    refused: {
      hard: of('hard'),
      quota: of('quotaRefused'),
      fault: of('faulted'),
      capacity: of('capacityRefused'),
      queueExpired: of('queueExpired'),
    },
    inFlightMax: largest(folds, ({ provider }) => provider.inFlightMax),
    tenantArrivals: of('tenantArrivals'),
    tenantsRefusedRate,
  };
}

/** Share of the requests refused first that were ok by the first, second, … retry. */
function successByRetry(folds: Folds): readonly number[] | null {
  const refused = sum(folds, ({ firstCapacityRefused }) => firstCapacityRefused);
  const retries = largest(folds, ({ okByRetry }) => okByRetry.length);
  if (refused === 0) return null;
  return Array.from({ length: retries }, (_, k) => round6(sum(folds, ({ okByRetry }) => okByRetry[k] ?? okByRetry.at(-1) ?? 0) / refused));
}

function limitOf(folds: Folds): StrategySummary['limit'] {
  const limits = folds.flatMap(({ limit }) => (limit === null ? [] : [limit]));
  if (limits.length === 0) return null;
  return {
    mean: round6(mean(limits.map((limit) => limit.mean))),
    min: limits.reduce((least, { min }) => Math.min(least, min), Number.MAX_VALUE),
    max: limits.reduce((most, { max }) => Math.max(most, max), 0),
  };
}

function quantitiesIn(cohort: Cohort) {
  const of = (sample: Parameters<Cohort['pooled']>[0]) => {
    const pooled = cohort.pooled(sample);
    if (pooled === null) return null;
    const { count, mean, p50, p90, p95, p99, max } = pooled;
    return { count, mean: figure(mean), p50: figure(p50), p90: figure(p90), p95: figure(p95), p99: figure(p99), max: figure(max) };
  };
  return {
    spells: of('spells'),
    latencyMs: { ok: of('latencyOk'), failed: of('latencyFailed'), withFailures: of('latencyWithFailures') },
    serviceMs: of('serviceMs'),
    queueWaitMs: of('queueWaitMs'),
    backoffMs: of('backoffMs'),
    firstTokenMs: of('firstTokenMs'),
    perTokenMs: of('perTokenMs'),
    deferMs: of('deferMs'),
    submitMs: of('submitMs'),
  };
}

function everyEstimate(cohort: Cohort): Readonly<Record<string, Estimate>> {
  return Object.fromEntries(Object.values(measures).map((measure) => [measure.name, estimate(measure, cohort)]));
}

type Value = (measure: string) => number | null;

function figuresOf(folds: Folds, value: Value) {
  return {
    errorRate: value('errorRate'),
    capacityErrorRate: value('capacityErrorRate'),
    firstAttemptRefusedRate: value('firstAttemptRefusedRate'),
    goodShare: value('goodShare'),
    goodputPerSecond: value('goodputPerSecond'),
    amplification: value('amplification'),
    fallbackShare: value('fallbackShare'),
    quality: value('quality'),
    costUsd: value('costUsd'),
    makespanMs: value('makespanMs'),
    steadiness: value('steadiness'),
    successByRetry: successByRetry(folds),
    peakAttemptsPer100ms: value('peakAttemptsPer100ms'),
    peakRetriesPer100ms: value('peakRetriesPer100ms'),
    permitIdleMs: value('permitIdleMs'),
    failoverMs: null,
    failbackMs: null,
  } satisfies Partial<StrategySummary>;
}

/** Measures that have no line of their own stand under their names, so that one more is one entry of the registry. */
function unplaced(summary: StrategySummary, value: Value): Readonly<Record<string, number | null>> {
  const names = Object.values(measures).flatMap(({ name, path }) => (path.length === 1 && !(name in summary) ? [name] : []));
  return Object.fromEntries(names.map((name) => [name, value(name)]));
}

function liveIn(folds: Folds): Pick<StrategySummary, 'live'> {
  const live = liveOf(folds);
  return live === undefined ? {} : { live };
}

export interface SummaryScope {
  readonly slo: Readonly<Record<string, number>>;
  readonly fresh: boolean;
  /** Local time so many seconds after the start. */
  readonly localAt: (offsetSeconds: number) => string;
}

function alarmsIn(folds: Folds, localAt: SummaryScope['localAt']): readonly AlarmSummary[] {
  return folds.flatMap(({ replication, alarms = [] }) =>
    alarms.map((spell) => ({
      replication,
      ...spell,
      from: localAt(spell.fromMs / 1000),
      until: spell.untilMs === null ? null : localAt(spell.untilMs / 1000),
    })),
  );
}

/** One strategy's part of the summary, over the replications of `cohort`. */
export function strategySummary(fold: StrategyFold, cohort: Cohort, { slo, fresh, localAt }: SummaryScope): StrategySummary {
  const folds = cohort.replications;
  const estimates = everyEstimate(cohort);
  const value: Value = (name) => estimates[name]?.value ?? null;
  const summary: StrategySummary = {
    name: fold.name,
    config: fold.config,
    failure: fold.failure,
    fresh,
    replications: folds.length,
    requests: requestsOf(folds),
    attempts: attemptsOf(folds),
    ...figuresOf(folds, value),
    explained: explained(folds),
    gaveUpBy: counts(
      gaveUpReasons.filter((reason) => reason !== 'none'),
      (reason) => sum(folds, ({ gaveUpBy }) => gaveUpBy[reason]),
    ),
    ...quantitiesIn(cohort),
    tokens: { delivered: average(folds, ({ tokens }) => tokens.delivered), wasted: average(folds, ({ tokens }) => tokens.wasted) },
    inFlight: { mean: average(folds, ({ inFlight }) => inFlight.mean), max: largest(folds, ({ inFlight }) => inFlight.max) },
    limit: limitOf(folds),
    interval: Object.fromEntries(Object.entries(estimates).map(([name, { interval }]) => [name, interval])),
    slo: sloVerdicts(slo, estimates, cohort),
    alarms: alarmsIn(folds, localAt),
    conduct: fold.conduct ?? [],
    provider: providerOf(folds, value('tenantsRefusedRate')),
    ...liveIn(folds),
  };
  return { ...summary, ...unplaced(summary, value) };
}
