import type { Bucket } from './bucket.ts';

/**
 * At most `size` in any `length` microseconds: every charge is remembered and comes back exactly `length` after it was
 * made.
 */
export function createSlidingWindow(size: number, length: number): Bucket {
  const charges = new Charges();
  const forget = (now: number): void => charges.dropUntil(now - length);
  const room = (): number => size - charges.sum;

  return {
    size,
    wait(now, need) {
      if (need > size) return Number.POSITIVE_INFINITY;
      forget(now);
      return need <= room() ? 0 : charges.whenAtMost(size - need) + length - now;
    },
    take(now, amount) {
      forget(now);
      charges.add(now, amount);
    },
    takeUpTo(now, amount) {
      forget(now);
      if (room() > 0) charges.add(now, Math.min(amount, room()));
    },
    giveBack(now, amount, takenAt) {
      forget(now);
      charges.reduce(takenAt, amount);
    },
    left(now) {
      forget(now);
      return room();
    },
    fullIn(now) {
      forget(now);
      return charges.sum === 0 ? 0 : charges.whenAtMost(0) + length - now;
    },
  };
}

/** Amounts by the time they were charged, ascending, in a ring that grows when it is full: an attempt allocates nothing. */
class Charges {
  /** Of all amounts. */
  sum = 0;
  #times = new Float64Array(64);
  #amounts = new Float64Array(64);
  #first = 0;
  #count = 0;

  #place(index: number): number {
    return (this.#first + index) & (this.#times.length - 1);
  }

  /** Forgets those of a time or earlier. */
  dropUntil(time: number): void {
    while (this.#count > 0 && (this.#times[this.#first] as number) <= time) {
      this.sum -= this.#amounts[this.#first] as number;
      this.#first = this.#place(1);
      this.#count -= 1;
    }
  }

  add(time: number, amount: number): void {
    if (amount === 0) return;
    this.sum += amount;
    const last = this.#place(this.#count - 1);
    if (this.#count > 0 && this.#times[last] === time) {
      this.#amounts[last] = (this.#amounts[last] as number) + amount;
      return;
    }
    if (this.#count === this.#times.length) this.#grow();
    const next = this.#place(this.#count);
    this.#times[next] = time;
    this.#amounts[next] = amount;
    this.#count += 1;
  }

  /** Takes an amount off what was charged at a time, as far as it is still there. */
  reduce(time: number, amount: number): void {
    let i = this.#count - 1;
    while (i >= 0 && (this.#times[this.#place(i)] as number) > time) i -= 1;
    const at = this.#place(i);
    if (i < 0 || this.#times[at] !== time) return;
    const back = Math.min(amount, this.#amounts[at] as number);
    this.#amounts[at] = (this.#amounts[at] as number) - back;
    this.sum -= back;
  }

  /** The time of the charge with whose end no more than `most`, which is less than all, is left. */
  whenAtMost(most: number): number {
    let left = this.sum;
    let i = 0;
    for (; left > most && i < this.#count; i++) left -= this.#amounts[this.#place(i)] as number;
    return this.#times[this.#place(i - 1)] as number;
  }

  #grow(): void {
    const times = new Float64Array(this.#times.length * 2);
    const amounts = new Float64Array(this.#times.length * 2);
    for (let i = 0; i < this.#count; i++) {
      times[i] = this.#times[this.#place(i)] as number;
      amounts[i] = this.#amounts[this.#place(i)] as number;
    }
    this.#times = times;
    this.#amounts = amounts;
    this.#first = 0;
  }
}
