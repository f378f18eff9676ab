/** A sum over the last while. */
export interface SlidingSum {
  add(amount: number, nowMs: number): void;
  total(nowMs: number): number;
}

/**
 * What was added within `lengthMs`, to the precision of one of its `slices`: an amount counts for `lengthMs` at most and for
 * a slice less at least, as in Finagle's WindowedAdder. A time before the latest one seen counts as that one.
 */
export function slidingSum(lengthMs: number, slices: number): SlidingSum {
  const widthMs = lengthMs / slices;
  const parts = new Float64Array(slices);
  let latest = 0;
  let sum = 0;
  function advance(nowMs: number): void {
    const now = Math.floor(nowMs / widthMs);
    if (now <= latest) return;
    for (let slice = Math.max(latest + 1, now - slices + 1); slice <= now; slice++) {
      const at = slice % slices;
      sum -= parts[at] as number;
      parts[at] = 0;
    }
    latest = now;
  }
  return {
    add(amount, nowMs) {
      advance(nowMs);
      const at = latest % slices;
      parts[at] = (parts[at] as number) + amount;
      sum += amount;
    },
    total(nowMs) {
      advance(nowMs);
      return sum;
    },
  };
}
