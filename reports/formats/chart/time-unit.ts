/** A unit in which a set of durations reads well on an axis. */
export interface TimeUnit {
  readonly name: string;
  /** Milliseconds in one. */
  readonly ms: number;
}

export function timeUnitFor(longestMs: number): TimeUnit {
  if (longestMs < 1000) return { name: 'ms', ms: 1 };
  return longestMs < 600_000 ? { name: 's', ms: 1000 } : { name: 'min', ms: 60_000 };
}
