import type { Quantities, ReplicationFold, SampleName, StrategyFold } from './fold.ts';
import type { Percentiles } from './pool.ts';

/** The replications of one strategy that its figures are over, and the percentiles that go with just these. */
export interface Cohort {
  readonly replications: readonly ReplicationFold[];
  /** What intervals are estimated from: the replications, or the batches of a single one in real time. */
  readonly units: readonly ReplicationFold[];
  pooled(sample: SampleName): Quantities | null;
  /** One entry a unit, in their order; empty where they are not known. */
  deleteOne(sample: SampleName): readonly Percentiles[];
}

/**
 * The replications with these numbers, in the order of their numbers. Percentiles are exact or null: those of all
 * replications and of a single one are stored, those of any other choice could only be guessed.
 */
export function cohortOf(fold: StrategyFold, numbers: ReadonlySet<number>): Cohort {
  const replications = fold.replications
    .filter(({ replication }) => numbers.has(replication))
    .sort((a, b) => a.replication - b.replication);
  const whole = replications.length === fold.replications.length;
  const positions = replications.map((replication) => fold.replications.indexOf(replication));
  const batches = whole && replications.length === 1 ? fold.batches : undefined;
  return {
    replications,
    units: batches?.folds ?? replications,
    pooled(sample) {
      if (whole) return fold.pooled[sample];
      return replications.length === 1 ? (replications[0]?.samples[sample] ?? null) : null;
    },
    deleteOne(sample) {
      if (batches !== undefined) return batches.deleteOne[sample];
      const known = fold.deleteOne[sample];
      return whole && known.length === positions.length ? positions.map((position) => known[position] as Percentiles) : [];
    },
  };
}

/** Numbers of the replications that every strategy has; a strategy that failed on its own takes none from the others. */
export function commonReplications(folds: readonly StrategyFold[]): ReadonlySet<number> {
  const sound = folds.filter(({ failure }) => failure === null);
  const [first, ...others] = sound.map(({ replications }) => new Set(replications.map(({ replication }) => replication)));
  return new Set([...(first ?? [])].filter((number) => others.every((numbers) => numbers.has(number))));
}
