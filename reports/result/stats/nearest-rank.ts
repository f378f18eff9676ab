/** Above the rounding error of p·n, below the smallest fraction that p·n can have (p has at most four decimals). */
const slack = 1e-6;

/** Rank of the p-quantile among n samples by nearest rank, from 1: the smallest k with k/n ≥ p. `p` in 0 … 1, n ≥ 1. */
export function rankOf(p: number, n: number): number {
  return Math.min(n, Math.max(1, Math.ceil(p * n - slack)));
}

/** The p-quantile of samples sorted ascending, by nearest rank: always one of the samples; null without samples. */
export function nearestRank(sorted: Float64Array, p: number): number | null {
  return sorted.length === 0 ? null : (sorted[rankOf(p, sorted.length) - 1] ?? null);
}
