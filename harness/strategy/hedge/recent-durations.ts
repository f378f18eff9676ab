/** The last so many durations, in order of size as well. */
export interface RecentDurations {
  readonly count: number;
  add(ms: number): void;
  /** Nearest rank; there is one duration at least. */
  percentile(p: number): number;
}

/** Remembers `window` durations; one more costs a search and a move of at most as many. */
export function recentDurations(window: number): RecentDurations {
  const ring = new Float64Array(window);
  const sorted = new Float64Array(window);
  let count = 0;
  let next = 0;

  /** The first place whose duration is not less. */
  function placeOf(ms: number): number {
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sorted[middle] as number) < ms) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function forget(ms: number): void {
    sorted.copyWithin(placeOf(ms), placeOf(ms) + 1, count);
    count -= 1;
  }

  return {
    get count() {
      return count;
    },
    add(ms) {
      if (count === window) forget(ring[next] as number);
      const place = placeOf(ms);
      sorted.copyWithin(place + 1, place, count);
      sorted[place] = ms;
      count += 1;
      ring[next] = ms;
      next = (next + 1) % window;
    },
    percentile: (p) => sorted[Math.max(1, Math.ceil((p * count) / 100)) - 1] as number,
  };
}
