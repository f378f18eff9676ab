import { sameLuck } from './check/changes.ts';
import type { Cohort } from './cohort.ts';
import { compare } from './compare.ts';
import type { Result } from './result.ts';
import { freshSet, type ReplicationSet, selectionSet } from './sets.ts';
import type { Comparison } from './summary.ts';

/** One strategy that two results have: the second's figures minus the first's. */
export interface StrategyBetween {
  readonly name: string;
  /** Replication by replication, with the same arrivals and the same luck; else each side over its own replications. */
  readonly paired: boolean;
  /** Of both from the replications that nobody selected on. */
  readonly fresh: boolean;
  /** Replications of each side. */
  readonly replications: readonly [first: number, second: number];
  /** `strategy` is the second's, `baseline` the first's; intervals are null where replications cannot tell. */
  readonly comparisons: readonly Comparison[];
}

interface Measured {
  readonly cohort: Cohort;
  readonly numbers: readonly number[];
}

function measured(set: ReplicationSet, name: string): Measured | null {
  const cohort = set.cohort(name);
  if (cohort === null || cohort.replications.length === 0) return null;
  return { cohort, numbers: cohort.replications.map(({ replication }) => replication) };
}

/** Both sides from the same kind of replications: fresh ones where both have them. */
function sidesOf(first: Result, second: Result, name: string) {
  for (const [setOf, fresh] of [
    [freshSet, true],
    [selectionSet, false],
  ] as const) {
    const [before, after] = [measured(setOf(first), name), measured(setOf(second), name)];
    if (before !== null && after !== null) return { before, after, fresh };
  }
  return null;
}

function alike(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((number, i) => number === other[i]);
}

/**
 * What lies between two results, for every strategy that both have and have measured, in the second's order. Paired where
 * seed, workload and time are the same and both have the same replications.
 */
export function between(first: Result, second: Result): readonly StrategyBetween[] {
  const luck = sameLuck(first, second);
  return second.strategies.flatMap(({ name }) => {
    const sides = sidesOf(first, second, name);
    if (sides === null) return [];
    const { before, after, fresh } = sides;
    // Batches of a run in real time stand for replications; two runs need not have as many of them.
    const paired = luck && alike(before.numbers, after.numbers) && before.cohort.units.length === after.cohort.units.length;
    return [
      {
        name,
        ...{ paired, fresh, replications: [before.numbers.length, after.numbers.length] as const },
        comparisons: compare({ name, cohort: after.cohort }, { name, cohort: before.cohort }, paired),
      },
    ];
  });
}
