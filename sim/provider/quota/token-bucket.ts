import type { Bucket } from './bucket.ts';

const minute = 60_000_000;

/**
 * A bucket of `size` that refills continuously at `perMinute` a minute, full at the start. The level is kept in units of
 * 1/60,000,000, of which a microsecond brings exactly `perMinute`: all sums are of integers, and a wait is exact.
 * What a provider prints as "Limit L, Used U, Requested R" is then the wait (U + R − L) · 60 / L seconds.
 */
export function createTokenBucket(size: number, perMinute: number): Bucket {
  const full = size * minute;
  let level = full;
  let at = 0;

  function refill(now: number): void {
    if (now <= at) return;
    level = Math.min(full, level + (now - at) * perMinute);
    at = now;
  }

  return {
    size,
    wait(now, need) {
      if (need > size) return Number.POSITIVE_INFINITY;
      refill(now);
      const missing = need * minute - level;
      return missing <= 0 ? 0 : Math.ceil(missing / perMinute);
    },
    take(now, amount) {
      refill(now);
      level -= amount * minute;
    },
    takeUpTo(now, amount) {
      refill(now);
      if (level > 0) level = Math.max(0, level - amount * minute);
    },
    giveBack(now, amount) {
      refill(now);
      level = Math.min(full, level + amount * minute);
    },
    left(now) {
      refill(now);
      return level / minute;
    },
    fullIn(now) {
      refill(now);
      return Math.ceil((full - level) / perMinute);
    },
  };
}
