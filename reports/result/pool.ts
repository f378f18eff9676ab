import type { PercentileKey, Quantities } from './fold.ts';
import { nearestRank, rankOf } from './stats/nearest-rank.ts';
import { rankOfSorted } from './stats/rank-of-sorted.ts';
import { figure } from './stats/round6.ts';

/** The share of the samples that lies at or below each percentile. */
export const percentileShares: Readonly<Record<PercentileKey, number>> = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99 };
/** Points of the quantile table that charts are drawn from. */
const quantilePoints = 200;

export type Percentiles = Readonly<Record<PercentileKey, number | null>>;

/** What is kept of one sample column of one strategy over all its replications. Figures are rounded as in files. */
export interface PooledSamples {
  /** Null without any sample. */
  readonly pooled: Quantities | null;
  /** Entry r: the percentiles of all replications but the r-th; null where nothing or a failure stands at that rank. */
  readonly deleteOne: readonly Percentiles[];
  /** Quantiles (i + ½)/200, i = 0 … 199; null without any sample. */
  readonly quantiles: readonly (number | null)[] | null;
}

function totalOf(arrays: readonly Float64Array[]): number {
  return arrays.reduce((count, values) => count + values.length, 0);
}

function meanOf(arrays: readonly Float64Array[], count: number): number {
  let sum = 0;
  for (const values of arrays) {
    let part = 0;
    for (let i = 0; i < values.length; i++) part += values[i] as number;
    sum += part;
  }
  return sum / count;
}

function percentilesOf(at: (p: number) => number | null): Percentiles {
  return {
    p50: at(percentileShares.p50),
    p90: at(percentileShares.p90),
    p95: at(percentileShares.p95),
    p99: at(percentileShares.p99),
  };
}

/** Quantities of one replication's samples, sorted ascending with failures as +Infinity; null without samples. */
export function quantitiesOf(sorted: Float64Array): Quantities | null {
  const count = sorted.length;
  if (count === 0) return null;
  const percentiles = percentilesOf((p) => figure(nearestRank(sorted, p)));
  return { count, mean: figure(meanOf([sorted], count)), ...percentiles, max: figure(sorted[count - 1] ?? null) };
}

/**
 * Pools one sample column over replications. Each array is one replication's samples, sorted ascending; a failure is
 * +Infinity. A mean over samples with a failure, and a percentile that falls on one, are null.
 */
export function poolSamples(perReplication: readonly Float64Array[]): PooledSamples {
  const count = totalOf(perReplication);
  const at = (arrays: readonly Float64Array[], total: number) => (p: number) =>
    total === 0 ? null : figure(rankOfSorted(arrays, rankOf(p, total)));
  const deleteOne = perReplication.map((left, r) => {
    const rest = perReplication.filter((_, other) => other !== r);
    return percentilesOf(at(rest, count - left.length));
  });
  if (count === 0) return { pooled: null, deleteOne, quantiles: null };
  const pooledAt = at(perReplication, count);
  return {
    pooled: { count, mean: figure(meanOf(perReplication, count)), ...percentilesOf(pooledAt), max: pooledAt(1) },
    deleteOne,
    quantiles: Array.from({ length: quantilePoints }, (_, i) => pooledAt((i + 0.5) / quantilePoints)),
  };
}
