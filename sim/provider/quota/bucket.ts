/**
 * One quota over time: what has been used of it and when it comes back. Amounts are requests or tokens, whole numbers;
 * times are integer microseconds handed in, never going backwards.
 */
export interface Bucket {
  /** What it holds when nothing was used: the most that one attempt can ever ask for. */
  readonly size: number;
  /** Microseconds until `need` is there, rounded up; 0 when it is there now, Infinity when it is more than `size`. */
  wait(now: number, need: number): number;
  /** Takes an amount, there or not: only a charge for what was already used may leave less than nothing. */
  take(now: number, amount: number): void;
  /** Takes what is there of an amount. */
  takeUpTo(now: number, amount: number): void;
  /** Puts back what was taken at `takenAt`, as far as it would still be missing; never more than `size`. */
  giveBack(now: number, amount: number, takenAt: number): void;
  /** What is there, fractions included; below 0 after a charge for what was already used. */
  left(now: number): number;
  /** Microseconds until nothing is missing, rounded up. */
  fullIn(now: number): number;
}
