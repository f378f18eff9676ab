import type { LimitSample } from './limit.ts';

/** Half a microsecond, the grain of times: below it two instants are one. */
export const sameInstantMs = 0.0005;

/**
 * Counts the losses of one round trip as one, as congestion control of TCP does (RFC 5681): the function it returns says
 * whether a failed attempt was sent since the last one it said yes to.
 */
export function roundTrips(): (sample: LimitSample) => boolean {
  let lastMs = Number.NEGATIVE_INFINITY;
  return ({ nowMs, durationMs }) => {
    if (nowMs - durationMs < lastMs - sameInstantMs) return false;
    lastMs = nowMs;
    return true;
  };
}
