import type { Cohort } from '../../../reports/result/cohort.ts';
import type { Batches, ReplicationFold } from '../../../reports/result/fold.ts';
import { nearestRank } from '../../../reports/result/stats/nearest-rank.ts';
import type { Job } from '../client-side.ts';
import type { ReplicationOutput } from '../fold-replication.ts';
import { batchesOf } from '../live/batches.ts';

/** One job as one of the two worlds had it. */
export interface Seen {
  readonly fold: ReplicationFold;
  readonly batches: Batches;
  /** Percentiles of answer times as the provider's side has them, ms. */
  readonly served: { readonly p50: number | null; readonly p95: number | null };
}

/** A simulated job, cut into the same batches as a live one. `output` holds its raw rows. */
export function seenInVirtual({ fold, raw }: ReplicationOutput, { scenario, strategyIndex }: Job): Seen {
  const { requests = [], attempts = [] } = raw ?? {};
  const fromMs = scenario.time.warmUp;
  const names = Object.keys(fold.attempts.byTarget);
  const ordered = scenario.strategies[strategyIndex]?.route.ordered ?? [];
  const targets = [...new Set([...ordered, ...names])].map((name) => ({ name, quality: 0 }));
  const batches = batchesOf({
    requests,
    attempts,
    bills: [],
    fromMs,
    toMs: fromMs + fold.windowSeconds * 1000,
    good: scenario.good,
    stream: scenario.workload.stream,
    targets,
  });
  const times = attempts.filter(({ class: outcome }) => outcome === 'ok').map(({ sentMs, endedMs }) => (endedMs ?? sentMs) - sentMs);
  const sorted = Float64Array.from(times).sort();
  return { fold, batches, served: { p50: nearestRank(sorted, 0.5), p95: nearestRank(sorted, 0.95) } };
}

export function seenLive({ fold, batches }: ReplicationOutput): Seen {
  if (batches === undefined || fold.live === undefined) throw new Error('a live job without its batches');
  const { servedMs } = fold.live;
  return { fold, batches, served: { p50: servedMs?.p50 ?? null, p95: servedMs?.p95 ?? null } };
}

/** One job as what figures and their intervals are estimated from. */
export function cohortOfOne({ fold, batches }: Seen): Cohort {
  return {
    replications: [fold],
    units: batches.folds,
    pooled: (sample) => fold.samples[sample],
    deleteOne: (sample) => batches.deleteOne[sample],
  };
}
