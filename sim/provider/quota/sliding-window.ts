import type { Bucket } from './bucket.ts';

/**
 * At most `size` in any `length` microseconds: every charge is remembered and comes back exactly `length` after it was
 * made. The charges stand in a ring that grows when it is full, so that an attempt allocates nothing.
 */
export function createSlidingWindow(size: number, length: number): Bucket {
  let times = new Float64Array(64);
  let amounts = new Float64Array(64);
  let first = 0;
  let count = 0;
  let used = 0;

  const place = (index: number): number => (first + index) & (times.length - 1);

  function forget(now: number): void {
    while (count > 0 && (times[first] as number) + length <= now) {
      used -= amounts[first] as number;
      first = place(1);
      count -= 1;
    }
  }

  function grow(): void {
    const longerTimes = new Float64Array(times.length * 2);
    const longerAmounts = new Float64Array(times.length * 2);
    for (let i = 0; i < count; i++) {
      longerTimes[i] = times[place(i)] as number;
      longerAmounts[i] = amounts[place(i)] as number;
    }
    times = longerTimes;
    amounts = longerAmounts;
    first = 0;
  }

  function remember(now: number, amount: number): void {
    if (amount === 0) return;
    used += amount;
    const last = place(count - 1);
    if (count > 0 && times[last] === now) {
      amounts[last] = (amounts[last] as number) + amount;
      return;
    }
    if (count === times.length) grow();
    times[place(count)] = now;
    amounts[place(count)] = amount;
    count += 1;
  }

  /** When enough of the oldest charges are gone for no more than `most` to be left. */
  function whenAtMost(most: number, now: number): number {
    let left = used;
    for (let i = 0; i < count; i++) {
      if (left <= most) break;
      left -= amounts[place(i)] as number;
      if (left <= most) return (times[place(i)] as number) + length - now;
    }
    return 0;
  }

  return {
    size,
    wait(now, need) {
      if (need > size) return Number.POSITIVE_INFINITY;
      forget(now);
      return used + need <= size ? 0 : whenAtMost(size - need, now);
    },
    take(now, amount) {
      forget(now);
      remember(now, amount);
    },
    takeUpTo(now, amount) {
      forget(now);
      if (used < size) remember(now, Math.min(amount, size - used));
    },
    giveBack(now, amount, takenAt) {
      forget(now);
      let i = count - 1;
      while (i >= 0 && (times[place(i)] as number) > takenAt) i -= 1;
      if (i < 0 || times[place(i)] !== takenAt) return;
      const back = Math.min(amount, amounts[place(i)] as number);
      amounts[place(i)] = (amounts[place(i)] as number) - back;
      used -= back;
    },
    left(now) {
      forget(now);
      return size - used;
    },
    fullIn(now) {
      forget(now);
      return used === 0 ? 0 : whenAtMost(0, now);
    },
  };
}
