import type { StrategyFold } from '../../reports/result/fold.ts';

type Failure = NonNullable<StrategyFold['failure']>;

/**
 * Failures of strategies. That of the lowest replication counts, and ends the strategy there: what comes back of later ones, which
 * several workers have under way by then, counts for nothing, so that figures are the same for any number of workers.
 */
export interface Failures {
  of(strategyIndex: number): Failure | null;
  /** The replication that failed; endless where none has. */
  at(strategyIndex: number): number;
  /** Whether this replication comes after one that failed. */
  isAfter(strategyIndex: number, replication: number): boolean;
  /** Keeps the failure unless an earlier replication has failed. */
  add(strategyIndex: number, replication: number, failure: Failure): void;
  /** Strategies that failed. */
  readonly size: number;
}

export function createFailures(): Failures {
  const all = new Map<number, { readonly replication: number; readonly failure: Failure }>();
  const at: Failures['at'] = (index) => all.get(index)?.replication ?? Number.POSITIVE_INFINITY;
  const isAfter: Failures['isAfter'] = (index, replication) => replication > at(index);
  return {
    of: (index) => all.get(index)?.failure ?? null,
    at,
    isAfter,
    add(index, replication, failure) {
      if (!isAfter(index, replication)) all.set(index, { replication, failure });
    },
    get size() {
      return all.size;
    },
  };
}
