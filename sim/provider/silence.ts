/**
 * When a client that bears `idle` microseconds of silence loses patience with a stream whose headers are out: before the
 * first of its signs of life, or between two of them, `step` apart. Infinity: never.
 */
export function silenceAfter(idle: number, firstAfter: number, step: number, signs: number): number {
  if (firstAfter > idle) return idle;
  return step > idle && signs > 1 ? Math.round(firstAfter + idle) : Number.POSITIVE_INFINITY;
}
