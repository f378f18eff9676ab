import { type Cohort, cohortOf, commonReplications } from './cohort.ts';
import type { StrategyFold } from './fold.ts';
import type { Result } from './result.ts';

/** One of the two sets of replications: the one that selects, and the fresh one that nobody selected on. */
export interface ReplicationSet {
  /** Null for a strategy that is not in the set. */
  cohort(name: string): Cohort | null;
  fold(name: string): StrategyFold | null;
  /** Same replications on both sides; null unless both strategies are in the set. */
  pair(a: string, b: string): readonly [Cohort, Cohort] | null;
}

function setOf(folds: readonly StrategyFold[]): ReplicationSet {
  const byName = new Map(folds.map((fold) => [fold.name, fold]));
  const common = commonReplications(folds);
  const numbersOf = (fold: StrategyFold) =>
    fold.failure === null ? common : new Set(fold.replications.map(({ replication }) => replication));
  const fold = (name: string) => byName.get(name) ?? null;
  return {
    fold,
    cohort(name) {
      const found = fold(name);
      return found === null ? null : cohortOf(found, numbersOf(found));
    },
    pair(a, b) {
      const [left, right] = [fold(a), fold(b)];
      if (left === null || right === null) return null;
      const others = numbersOf(right);
      const shared = new Set([...numbersOf(left)].filter((number) => others.has(number)));
      return [cohortOf(left, shared), cohortOf(right, shared)];
    },
  };
}

/** All strategies on the replications that are selected on. */
export function selectionSet(result: Result): ReplicationSet {
  return setOf(result.strategies);
}

/**
 * The strategies that were run again on fresh replications. Empty when a run was interrupted before it had as many of them
 * as were selected on: fewer would give wider intervals than the figures they replace.
 */
export function freshSet(result: Result): ReplicationSet {
  const enough = commonReplications(result.fresh).size >= Math.max(1, commonReplications(result.strategies).size);
  return setOf(enough ? result.fresh.filter(({ failure }) => failure === null) : []);
}
