import type { Steps } from './curve.ts';
import { stepAt } from './read.ts';

/**
 * Inverts the cumulative curve: with `rate(t) = scale · value(t)` per second, `next(e)` is the time T (microseconds, not
 * rounded) at which the integral of the rate since the last answer reaches e. With unit-exponential e the answers are a
 * Poisson process of that rate (Çinlar's method: Lewis and Shedler, "Simulation of nonhomogeneous Poisson processes by
 * thinning", 1979, section 1). O(1) amortised, no allocation.
 */
export class Inverter {
  readonly #at: Float64Array;
  readonly #value: Float64Array;
  readonly #perMicro: number;
  readonly #until: number;
  #step: number;
  #now: number;

  /**
   * `fromMicros` (default 0, may be negative: the first value holds before the start) is where the integral starts;
   * from `untilMicros` on (default never) there are no more answers but Infinity.
   */
  constructor(
    steps: Steps,
    options: {
      readonly scale?: number | undefined;
      readonly fromMicros?: number | undefined;
      readonly untilMicros?: number | undefined;
    } = {},
  ) {
    this.#at = steps.atMicros;
    this.#value = steps.value;
    this.#perMicro = (options.scale ?? 1) / 1e6;
    this.#until = options.untilMicros ?? Number.POSITIVE_INFINITY;
    this.#now = options.fromMicros ?? 0;
    this.#step = stepAt(steps, this.#now);
  }

  /** Adds `increment` (at least 0) to the target; Infinity, then and ever after, when the rest of the curve never reaches it. */
  next(increment: number): number {
    const last = this.#at.length - 1;
    let rest = increment;
    while (this.#now < this.#until) {
      const rate = (this.#value[this.#step] as number) * this.#perMicro;
      const end = this.#step === last ? Number.POSITIVE_INFINITY : (this.#at[this.#step + 1] as number);
      const inStep = rate > 0 ? rate * (end - this.#now) : 0;
      if (rest <= inStep) {
        if (rest > 0) this.#now = Math.min(end, this.#now + rest / rate);
        break;
      }
      rest -= inStep;
      this.#now = end;
      if (this.#step === last) break;
      this.#step++;
    }
    if (this.#now >= this.#until) this.#now = Number.POSITIVE_INFINITY;
    return this.#now;
  }
}
