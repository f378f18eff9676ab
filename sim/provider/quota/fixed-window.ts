import type { Bucket } from './bucket.ts';

/**
 * A counter that admits `size` a window and starts again at the next one. `endOf(now)` is the end of the window that
 * holds `now`, exclusive; a charge beyond the size is forgotten with its window.
 */
export function createFixedWindow(size: number, endOf: (now: number) => number): Bucket {
  let used = 0;
  /** Everything before this moment belongs to an earlier window. */
  let from = 0;
  let to = endOf(0);

  function turn(now: number): void {
    if (now < to) return;
    used = 0;
    from = to;
    to = endOf(now);
  }

  return {
    size,
    wait(now, need) {
      if (need > size) return Number.POSITIVE_INFINITY;
      turn(now);
      return used + need <= size ? 0 : to - now;
    },
    take(now, amount) {
      turn(now);
      used += amount;
    },
    takeUpTo(now, amount) {
      turn(now);
      if (used < size) used = Math.min(size, used + amount);
    },
    giveBack(now, amount, takenAt) {
      turn(now);
      if (takenAt >= from) used = Math.max(0, used - amount);
    },
    left(now) {
      turn(now);
      return size - used;
    },
    fullIn(now) {
      turn(now);
      return used === 0 ? 0 : to - now;
    },
  };
}

/** Windows of equal length, the first one starting with the run. */
export function windowEnd(length: number): (now: number) => number {
  return (now) => (Math.floor(now / length) + 1) * length;
}
