import type { Result } from './result.ts';
import { freshSet, selectionSet } from './sets.ts';
import { round6 } from './stats/round6.ts';
import type { StrategySummary } from './summary.ts';

/**
 * Positions of the points that no other point beats: none is at least as good in everything and better in something. All
 * coordinates are better when smaller; null is worse than any number. Points that are equal stand or fall together.
 */
export function paretoFront(points: readonly (readonly (number | null)[])[]): readonly number[] {
  const known = points.map((point) => point.map((value) => value ?? Number.POSITIVE_INFINITY));
  return known.flatMap((point, position) => (known.some((other) => beats(other, point)) ? [] : [position]));
}

function beats(one: readonly number[], other: readonly number[]): boolean {
  return one.every((value, i) => value <= (other[i] as number)) && one.some((value, i) => value < (other[i] as number));
}

/** How many replications a strategy's counts are sums over. */
function replicationsOf(result: Result, { name, fresh, failure }: StrategySummary): number {
  const [set, folds] = fresh ? [freshSet(result), result.fresh] : [selectionSet(result), result.strategies];
  // An interrupted run counts those that every strategy has.
  if (result.incomplete && failure === null) return set.cohort(name)?.replications.length ?? 0;
  return folds.find((fold) => fold.name === name)?.replications.length ?? 0;
}

/** The provider's bill for a thousand answers, US$, so that failing is not cheap; null without answers or figures. */
export function costOfThousand(result: Result, strategy: StrategySummary): number | null {
  const replications = replicationsOf(result, strategy);
  const { costUsd, requests } = strategy;
  return costUsd === null || requests.ok === 0 || replications === 0 ? null : round6((1000 * costUsd * replications) / requests.ok);
}

/** Strategies that no other of them beats in errors, p95 with failures and cost of an answer; one that broke is no choice. */
export function frontOf(result: Result, strategies: readonly StrategySummary[]): ReadonlySet<string> {
  const whole = strategies.filter(({ failure, errorRate }) => failure === null && errorRate !== null);
  const points = whole.map((one) => [one.errorRate, one.latencyMs.withFailures?.p95 ?? null, costOfThousand(result, one)]);
  return new Set(paretoFront(points).flatMap((place) => whole[place]?.name ?? []));
}
