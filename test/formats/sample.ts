import type { OutputFile, Report } from '../../reports/formats/format.ts';
import { type ReplicationFold, type SampleName, type StrategyFold, sampleNames } from '../../reports/result/fold.ts';
import { gaveUpReasons } from '../../reports/result/outcome.ts';
import type { Comparison, Recommendation } from '../../reports/result/summary.ts';
import { attemptsOf, countsOf, requestsOf, type Stated, summaryOf, zeros } from './stated.ts';

export { type Stated, summaryOf };

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
      modelTenantArrivals: stated.tenantArrivals ?? 172_800,
      modelTenantRefused: 0,
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
    peakRetriesPer100ms: 2,
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
        ...{
          slo: told.slo ?? {},
          baseline,
          recommend: { maxAmplification: 1.5, balance: 0.01 },
          clients: told.clients ?? 1,
          arrivals: null,
        },
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

/** Everything a file will hold. */
export async function textOf(content: OutputFile['content']): Promise<string> {
  if (typeof content === 'string') return content;
  let text = '';
  for await (const piece of content) text += piece;
  return text;
}
