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

/** The provider's bill for a thousand answers, US$, so that failing is not cheap; null without answers or figures. */
export function costOfThousand({ costUsd, requests, replications }: StrategySummary): number | null {
  return costUsd === null || requests.ok === 0 || replications === 0 ? null : round6((1000 * costUsd * replications) / requests.ok);
}

/** Strategies that no other of them beats in errors, p95 with failures and cost of an answer; one that broke is no choice. */
export function frontOf(strategies: readonly StrategySummary[]): ReadonlySet<string> {
  const whole = strategies.filter(({ failure, errorRate }) => failure === null && errorRate !== null);
  const points = whole.map((one) => [one.errorRate, one.latencyMs.withFailures?.p95 ?? null, costOfThousand(one)]);
  return new Set(paretoFront(points).flatMap((place) => whole[place]?.name ?? []));
}
