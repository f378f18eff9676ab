import type { Breaker, BreakerSample, BreakerScope, Trip } from './breaker.ts';

/** Half a microsecond, the grain of times: below it two instants are one. */
const sameInstantMs = 0.0005;

/**
 * Closed, open, half-open. Once it has opened, attempts sent before say nothing more; a neutral end, and an attempt that is
 * not sent, give their place back.
 */
export function circuit(trip: Trip, { open, probes, factor, cap }: BreakerScope): Breaker {
  const longest = Math.max(open, cap);
  let state: 'closed' | 'open' | 'half-open' = 'closed';
  let lasting = open;
  /** End of the open time. */
  let until = 0;
  /** Attempts sent before this are of an earlier time. */
  let since = Number.NEGATIVE_INFINITY;
  /** Probes sent and not given back, and those of them that succeeded. */
  let placed = 0;
  let succeeded = 0;

  const opens = (nowMs: number): void => {
    state = 'open';
    until = nowMs + lasting;
  };
  const closes = (): void => {
    state = 'closed';
    lasting = open;
    trip.reset();
  };
  const probed = ({ nowMs, verdict }: BreakerSample): void => {
    if (verdict === 'neutral') placed = Math.max(succeeded, placed - 1);
    else if (verdict === 'failure') {
      lasting = Math.min(longest, lasting * factor);
      opens(nowMs);
    } else {
      succeeded += 1;
      if (succeeded >= probes) closes();
    }
  };

  return {
    opensAt(nowMs) {
      if (state === 'closed') return nowMs;
      if (state === 'open') return until;
      // By then the probes that are out have failed, for all that is known, and the breaker has been open.
      return placed < probes ? nowMs : nowMs + lasting;
    },
    admit(nowMs) {
      if (state === 'closed') {
        trip.admitted?.(nowMs);
        return true;
      }
      if (state === 'open') {
        if (nowMs < until) return false;
        state = 'half-open';
        since = nowMs;
        placed = 0;
        succeeded = 0;
      }
      if (placed >= probes) return false;
      placed += 1;
      return true;
    },
    release() {
      if (state === 'closed') trip.released?.();
      else if (state === 'half-open') placed = Math.max(succeeded, placed - 1);
    },
    ended(sample) {
      const { nowMs, durationMs, verdict } = sample;
      if (nowMs - durationMs < since - sameInstantMs) return;
      if (state === 'half-open') probed(sample);
      else if (state === 'closed' && verdict !== 'neutral' && trip.ended(nowMs, verdict === 'failure')) opens(nowMs);
    },
  };
}
