import type { Quantities } from '../../reports/result/fold.ts';
import { attemptClasses, gaveUpReasons, requestClasses } from '../../reports/result/outcome.ts';
import type { StrategySummary } from '../../reports/result/summary.ts';

/** Figures a test states about one strategy; the rest is filled in so that the counts add up. */
export interface Stated {
  readonly name: string;
  readonly offered?: number;
  readonly errorRate?: number;
  readonly p95?: number | null;
  readonly okP95?: number;
  readonly goodput?: number;
  readonly amplification?: number;
  readonly tenants?: number | null;
  readonly cost?: number;
  readonly firstRefused?: number;
  readonly tenantArrivals?: number;
  readonly failure?: StrategySummary['failure'];
  readonly slo?: StrategySummary['slo'];
  readonly fresh?: boolean;
  readonly conduct?: StrategySummary['conduct'];
}

export const zeros = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
const failureClasses = requestClasses.filter((name) => name !== 'ok');
const attemptFailures = attemptClasses.filter((name) => name !== 'ok');
const reasons = gaveUpReasons.filter((name) => name !== 'none');

function quantities(count: number, p95: number | null): Quantities | null {
  return count === 0 ? null : { count, mean: p95 === null ? null : p95 / 4, p50: 1000, p90: 2000, p95, p99: null, max: null };
}

export function countsOf({ offered = 1000, errorRate = 0 }: Stated) {
  const failed = Math.round(offered * errorRate);
  return { offered, failed, ok: offered - failed };
}

export function requestsOf(stated: Stated): StrategySummary['requests'] {
  const { offered, failed, ok } = countsOf(stated);
  const failures = { ...zeros(failureClasses), capacity: failed };
  return { offered, started: offered, dropped: 0, ok, good: ok, failed, inFlightAtEnd: 0, failures };
}

export function attemptsOf(stated: Stated) {
  const { failed, ok, offered } = countsOf(stated);
  const sent = Math.round(offered * (stated.amplification ?? 1));
  const failures = { ...zeros(attemptFailures), capacity: sent - ok };
  return { sent, ok, failures, byTarget: { flagship: sent }, firstSent: offered, firstRefused: failed, capacityRefused: sent - ok };
}

export function summaryOf(stated: Stated): StrategySummary {
  const { offered, ok, failed } = countsOf(stated);
  const none = offered === 0;
  const { firstSent: _, capacityRefused: __, ...attempts } = attemptsOf(stated);
  const errorRate = none ? null : failed / (ok + failed);
  return {
    name: stated.name,
    config: { name: stated.name, limit: 5 },
    failure: stated.failure ?? null,
    fresh: stated.fresh ?? false,
    replications: stated.failure ? 0 : 5,
    requests: requestsOf(stated),
    attempts,
    errorRate,
    capacityErrorRate: none ? null : attempts.failures.capacity / attempts.sent,
    firstAttemptRefusedRate: none ? null : (stated.firstRefused ?? failed / offered),
    goodShare: none ? null : ok / offered,
    goodputPerSecond: stated.goodput ?? (none ? 0 : 0.5),
    amplification: none ? null : (stated.amplification ?? 1),
    fallbackShare: none ? null : 0,
    quality: none ? null : 1,
    costUsd: stated.cost ?? 1,
    makespanMs: null,
    steadiness: null,
    successByRetry: null,
    peakAttemptsPer100ms: 3,
    peakRetriesPer100ms: 2,
    permitIdleMs: null,
    failoverMs: null,
    failbackMs: null,
    spells: null,
    explained: failed === 0 ? null : { error: 0, concurrency: 0, switchOrWait: 1, provider: 0 },
    gaveUpBy: { ...zeros(reasons), attempts: failed },
    latencyMs: {
      ok: quantities(ok, stated.okP95 ?? 12_300),
      failed: quantities(failed, 400),
      withFailures: quantities(offered, stated.p95 === undefined ? 12_345 : stated.p95),
    },
    serviceMs: quantities(ok, 9000),
    queueWaitMs: quantities(ok, 0),
    backoffMs: quantities(ok, 0),
    firstTokenMs: quantities(ok, 4000),
    perTokenMs: quantities(ok, 25),
    deferMs: null,
    submitMs: null,
    tokens: { delivered: 200 * ok, wasted: 0 },
    inFlight: { mean: 2.8, max: 11 },
    limit: null,
    interval: { errorRate: errorRate === null ? null : [errorRate * 0.9, errorRate * 1.1], 'latency.p95': null },
    slo: stated.slo ?? [],
    alarms: [],
    conduct: stated.conduct ?? [],
    provider: {
      arrived: attempts.sent,
      admitted: ok,
      refused: { hard: 0, quota: 0, fault: 0, capacity: attempts.sent - ok, queueExpired: 0 },
      inFlightMax: 11,
      tenantArrivals: stated.tenantArrivals ?? 172_800,
      tenantsRefusedRate: stated.tenants === undefined ? 0.119 : stated.tenants,
    },
  };
}
