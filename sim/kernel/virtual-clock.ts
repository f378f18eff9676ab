import type { Clock, EventClass, Micros, Timer } from './clock.ts';
import { CodedError } from './errors.ts';

/** 2^40 sequence numbers fit under each event class. */
const perClass = 1_099_511_627_776;
/** Longest chain of events at one instant (each armed by the one before) that is not yet a livelock. */
export const longestChain = 10_000;

/**
 * Time that passes only from event to event: a binary heap ordered by (time, event class, sequence). Timers know their
 * place, so that disarming removes at once; lazy deletion costs a sixth of the speed. Driven from outside by `step()`.
 */
export class VirtualClock implements Clock {
  #now: Micros = 0;
  #sequence = 0;
  #chain = 0;
  #fired = 0;
  readonly #heap: Timer[] = [];

  now(): Micros {
    return this.#now;
  }

  /** Events fired so far. */
  get fired(): number {
    return this.#fired;
  }

  /** When the next event is due; undefined when none is. */
  get nextAt(): Micros | undefined {
    return this.#heap[0]?.at;
  }

  arm(timer: Timer, at: Micros, order: EventClass): void {
    if (timer.slot >= 0) this.#remove(timer);
    const now = this.#now;
    if (at > now) {
      timer.at = at;
      timer.chain = 0;
    } else {
      timer.at = now;
      timer.chain = this.#chain + 1;
    }
    timer.rank = order * perClass + this.#sequence++;
    this.#up(timer, this.#heap.length);
  }

  disarm(timer: Timer): void {
    if (timer.slot >= 0) this.#remove(timer);
  }

  /** Fires the next event; false when there is none. Throws `livelock` when an instant never ends. */
  step(): boolean {
    const heap = this.#heap;
    const timer = heap[0];
    if (timer === undefined) return false;
    const last = heap.pop();
    timer.slot = -1;
    if (last !== undefined && last !== timer) this.#down(last, 0);
    this.#now = timer.at;
    this.#chain = timer.chain;
    if (timer.chain > longestChain)
      throw new CodedError('livelock', `more than ${longestChain} events follow one another at ${timer.at / 1e6} s without time passing`);
    this.#fired += 1;
    timer.fire();
    return true;
  }

  /** Fires everything up to and including the instant `until`, then moves there. */
  runUntil(until: Micros): void {
    for (let next = this.nextAt; next !== undefined && next <= until; next = this.nextAt) this.step();
    if (until > this.#now) {
      this.#now = until;
      this.#chain = 0;
    }
  }

  #remove(timer: Timer): void {
    const heap = this.#heap;
    const place = timer.slot;
    timer.slot = -1;
    const last = heap.pop();
    if (last === undefined || last === timer) return;
    const parent = heap[(place - 1) >> 1];
    if (place > 0 && parent !== undefined && before(last, parent)) this.#up(last, place);
    else this.#down(last, place);
  }

  #up(timer: Timer, from: number): void {
    const heap = this.#heap;
    let place = from;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = heap[above] as Timer;
      if (!before(timer, parent)) break;
      heap[place] = parent;
      parent.slot = place;
      place = above;
    }
    heap[place] = timer;
    timer.slot = place;
  }

  #down(timer: Timer, from: number): void {
    const heap = this.#heap;
    const length = heap.length;
    let place = from;
    for (;;) {
      let below = 2 * place + 1;
      if (below >= length) break;
      let child = heap[below] as Timer;
      if (below + 1 < length) {
        const right = heap[below + 1] as Timer;
        if (before(right, child)) {
          child = right;
          below += 1;
        }
      }
      if (!before(child, timer)) break;
      heap[place] = child;
      child.slot = place;
      place = below;
    }
    heap[place] = timer;
    timer.slot = place;
  }
}

function before(a: Timer, b: Timer): boolean {
  return a.at < b.at || (a.at === b.at && a.rank < b.rank);
}
