import type { OutputFile, Report } from '../../reports/formats/format.ts';
import { type Quantities, type ReplicationFold, type SampleName, type StrategyFold, sampleNames } from '../../reports/result/fold.ts';
import { attemptClasses, gaveUpReasons, requestClasses } from '../../reports/result/outcome.ts';
import type { Comparison, Recommendation, StrategySummary } from '../../reports/result/summary.ts';

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
}

export interface Told {
  readonly strategies: readonly Stated[];
  readonly sweep?: {
    readonly strategy: string;
    readonly keys: Readonly<Record<string, readonly number[]>>;
    readonly variants: readonly Stated[];
  };
  readonly comparisons?: readonly Comparison[];
  readonly recommendation?: Recommendation | null;
  readonly verdict?: string;
  readonly warnings?: readonly string[];
  readonly slo?: Readonly<Record<string, number>>;
  readonly incomplete?: boolean;
  readonly name?: string;
  readonly clients?: number;
  readonly zoneOffsets?: ReadonlyArray<readonly [string, number]>;
  readonly baseline?: string;
}

const zeros = <Name extends string>(names: readonly Name[]) => Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
const failureClasses = requestClasses.filter((name) => name !== 'ok');
const attemptFailures = attemptClasses.filter((name) => name !== 'ok');
const reasons = gaveUpReasons.filter((name) => name !== 'none');

function quantities(count: number, p95: number | null): Quantities | null {
  return count === 0 ? null : { count, mean: p95 === null ? null : p95 / 4, p50: 1000, p90: 2000, p95, p99: null, max: null };
}

function countsOf({ offered = 1000, errorRate = 0 }: Stated) {
  const failed = Math.round(offered * errorRate);
  return { offered, failed, ok: offered - failed };
}

function requestsOf(stated: Stated): StrategySummary['requests'] {
  const { offered, failed, ok } = countsOf(stated);
  const failures = { ...zeros(failureClasses), capacity: failed };
  return { offered, started: offered, dropped: 0, ok, good: ok, failed, inFlightAtEnd: 0, failures };
}

function attemptsOf(stated: Stated) {
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
    permitIdleMs: null,
    failoverMs: null,
    failbackMs: null,
    spells: null,
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
    submitMs: null,
    tokens: { delivered: 200 * ok, wasted: 0 },
    inFlight: { mean: 2.8, max: 11 },
    limit: null,
    interval: { errorRate: errorRate === null ? null : [errorRate * 0.9, errorRate * 1.1], 'latency.p95': null },
    slo: stated.slo ?? [],
    alarms: [],
    conduct: [],
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

function replicationOf(stated: Stated, replication: number): ReplicationFold {
  const { ok } = countsOf(stated);
  return {
    replication,
    windowSeconds: 86_400,
    requests: requestsOf(stated),
    attempts: attemptsOf(stated),
    provider: {
      ...{ arrived: 0, hard: 0, quotaRefused: 0, faulted: 0, capacityRefused: 0, queueExpired: 0, queueCancelled: 0, admitted: 0 },
      ...{ completed: 0, cutOrFailed: 0, cancelled: 0, inServiceAtEnd: 0, inFlightMax: 11 },
      tenantArrivals: stated.tenantArrivals ?? 172_800,
      tenantRefused: 0,
    },
    identities: [{ name: 'offered = started + dropped', left: 1000, right: 1000, holds: true }],
    goodCompletions: ok,
    costUsd: stated.cost ?? 1,
    tokens: { delivered: 200 * ok, wasted: 0 },
    qualitySum: ok,
    fallbackOk: 0,
    firstCapacityRefused: 0,
    okByRetry: [],
    gaveUpBy: zeros(gaveUpReasons),
    peakAttemptsPer100ms: 3,
    permitIdleMs: 0,
    inFlight: { mean: 2.8, max: 11 },
    limit: null,
    makespanMs: null,
    steadiness: null,
    samples: Object.fromEntries(sampleNames.map((name) => [name, null])) as Record<SampleName, null>,
  };
}

export function foldOf(stated: Stated, replications = 5): StrategyFold {
  const bySample = <Value>(value: Value) => Object.fromEntries(sampleNames.map((name) => [name, value])) as Record<SampleName, Value>;
  const count = stated.failure ? 0 : replications;
  return {
    name: stated.name,
    config: { name: stated.name, limit: 5 },
    failure: stated.failure ?? null,
    replications: Array.from({ length: count }, (_, replication) => replicationOf(stated, replication)),
    pooled: bySample(null),
    deleteOne: bySample([]),
    quantiles: bySample(null),
    timeline: {
      bucketSeconds: 3600,
      offered: [10, 20],
      ok: [9, 17.4],
      failed: [1, 2.6],
      attempts: [11, 24],
      capacityRefused: [2, 6.6],
      inFlight: [2.5, 3.25],
      waiting: [0, 0.125],
      freeSlots: [20, 3.5],
      limit: [null, 4],
    },
    slowest: [
      { replication: 0, entity: 17, arrivedMs: 51_234_567.891, latencyMs: 59_000.5, outcome: 'ok', attempts: 3, target: 'flagship' },
    ],
    failed: [],
  };
}

/** A report of hand-made figures. */
export function reportOf(told: Told): Report {
  const all = [...told.strategies, ...(told.sweep?.variants ?? [])];
  const scenario = {
    ...{ name: told.name ?? 'peak-day', hash: '0123abcd'.repeat(8), seed: 7, replications: 5, paired: true },
    ...{ mode: 'virtual' as const, timeScale: 1, zoneOffsets: told.zoneOffsets ?? ([['2026-03-02T00:00', 480]] as const) },
  };
  const strategies = all.map(summaryOf);
  const baseline = told.baseline ?? all[0]?.name ?? '';
  return {
    result: {
      schemaVersion: 1,
      tool: { name: 'at-capacity', version: '0.1.0' },
      scenario: {
        ...scenario,
        ...{ start: '2026-03-02T00:00', zone: 'Asia/Shanghai', lengthSeconds: 86_400, quick: false, good: { latency: 30_000 } },
        ...{ slo: told.slo ?? {}, baseline, recommend: { maxAmplification: 1.5, balance: 0.01 }, clients: told.clients ?? 1 },
        sweep: told.sweep ? { ...told.sweep, variants: told.sweep.variants.map(({ name }) => name) } : null,
        resolved: { name: scenario.name, seed: 7, share: 0.123456789 },
      },
      incomplete: told.incomplete ?? false,
      warnings: told.warnings ?? [],
      strategies: all.map((stated) => foldOf(stated)),
      fresh: [],
    },
    summary: {
      ...{ schemaVersion: 1, tool: { name: 'at-capacity', version: '0.1.0' }, scenario, incomplete: told.incomplete ?? false },
      ...{ warnings: told.warnings ?? [], strategies, comparisons: told.comparisons ?? [], recommendation: told.recommendation ?? null },
      verdict: told.verdict ?? 'No recommendation: these figures single out no strategy.',
    },
  };
}

function compared(strategy: string, measure: string, verdict: Comparison['verdict'], difference: number): Comparison {
  return { baseline: 'naive', strategy, measure, difference, interval: [difference - 0.01, difference + 0.01], verdict };
}

const sweepFigures = [
  ...[0.223, 0.11, 0.058, 0.021, 0.022, 0.024, 0.027, 0.03, 0.034, 0.04].map((errorRate, i) => ({ errorRate, limit: i + 1 })),
];

/** The built-in day in rough figures: eight strategies, limits 1 to 10, limit 4 recommended. */
export const peakDay: Report = reportOf({
  strategies: [
    { name: 'naive', offered: 43_012, errorRate: 0.044, goodput: 0.476, cost: 134.21, p95: 21_400, okP95: 11_200, slo: [missed(0.044)] },
    { name: 'hammer', offered: 43_012, errorRate: 0.38, goodput: 0.31, amplification: 14.2, cost: 83.4, p95: null, slo: [missed(0.38)] },
    {
      name: 'article-backoff',
      offered: 43_012,
      errorRate: 0.001,
      goodput: 0.497,
      amplification: 1.09,
      cost: 140.1,
      p95: 13_100,
      slo: [met(0.001)],
    },
    { name: 'semaphore-5', offered: 43_012, errorRate: 0.041, goodput: 0.478, cost: 134.9, p95: 14_300, slo: [missed(0.041)] },
    { name: 'limited', offered: 43_012, errorRate: 0.022, goodput: 0.487, cost: 137.5, p95: 12_900, slo: [met(0.022)] },
    { name: 'aimd', offered: 43_012, errorRate: 0.031, goodput: 0.483, cost: 136.2, p95: 12_800, slo: [undecided(0.031)] },
    {
      name: 'ladder',
      offered: 43_012,
      errorRate: 0,
      goodput: 0.498,
      amplification: 1.05,
      cost: 131.7,
      p95: 12_000,
      tenantArrivals: 691_200,
      slo: [met(0)],
    },
    {
      name: 'side-project',
      offered: 43_012,
      errorRate: 0.0099,
      goodput: 0.493,
      amplification: 1.08,
      cost: 139,
      p95: 13_000,
      slo: [met(0.0099)],
    },
  ],
  sweep: {
    strategy: 'limited',
    keys: { limit: sweepFigures.map(({ limit }) => limit) },
    variants: sweepFigures.map(({ errorRate, limit }) => ({
      name: `limited@limit=${limit}`,
      ...{
        offered: 43_012,
        errorRate,
        goodput: 0.5 * (1 - errorRate),
        p95: errorRate > 0.05 ? null : 12_000 + 150 * limit,
        cost: 140 * (1 - errorRate),
      },
      ...{ firstRefused: 0.002 * limit, fresh: limit >= 3 && limit <= 5, slo: [errorRate < 0.03 ? met(errorRate) : missed(errorRate)] },
    })),
  },
  slo: { errorRate: 0.03 },
  comparisons: [
    ...['hammer', 'semaphore-5'].flatMap((name) => [
      compared(name, 'errorRate', 'worse', 0.336),
      compared(name, 'goodputPerSecond', 'worse', -0.166),
    ]),
    ...['article-backoff', 'limited', 'limited@limit=4', 'ladder'].flatMap((name) => [
      compared(name, 'errorRate', 'better', -0.022),
      compared(name, 'goodputPerSecond', 'better', 0.011),
      compared(name, 'latency.p95', 'undecided', -8500),
      compared(name, 'costUsd', 'worse', 3.3),
    ]),
    ...['aimd', 'side-project'].flatMap((name) => [
      compared(name, 'errorRate', 'better', -0.02),
      compared(name, 'latency.p95', 'worse', 900),
    ]),
  ],
  recommendation: {
    strategy: 'limited@limit=4',
    ...{ parameter: 'limit', value: 4, fleetValue: 4, variant: 'limited@limit=4', balancePoint: 5, interval: [4, 6], basis: 'shown' },
    balanceReason: 'at 5, 1.0 % of first attempts are refused, but goodput is already best at 4',
    replicationsNeeded: null,
    reason:
      'limited@limit=4 meets errorRate ≤ 3 % and has 0.489 good answers per second. Values 4 to 6 of limit are not shown worse than the best by more than 1 % goodput. One step from limit 4: 3 would shed 3.7 %, 5 buys nothing. Balance point: 5, under 1 % of first attempts refused; goodput is already best at 4.',
  },
  verdict:
    'Ship limited@limit=4: errors 4.4 % → 2.1 %, p95 21.4 s → 12.6 s, cost $134.21 → $137.06; limit 4: 3 would shed 3.7 %, 5 buys nothing.',
  warnings: ['other tenants fill the provider at 15:00: 11.9 % of their calls are refused whatever you do'],
});

function met(value: number) {
  return sloOf(value, 'met');
}
function missed(value: number) {
  return sloOf(value, 'missed');
}
function undecided(value: number) {
  return sloOf(value, 'undecided');
}
function sloOf(value: number, verdict: 'met' | 'missed' | 'undecided') {
  return { measure: 'errorRate', bound: 0.03, value, interval: [value * 0.9, value * 1.1] as const, verdict };
}

/** Everything a file will hold. */
export async function textOf(content: OutputFile['content']): Promise<string> {
  if (typeof content === 'string') return content;
  let text = '';
  for await (const piece of content) text += piece;
  return text;
}
