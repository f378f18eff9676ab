import type { Clock, EventClass, Micros, Timer } from './clock.ts';

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
 * Waits are rounded up to whole milliseconds, armed anew when the runtime fires them early (282 of 400 did when tried),
 * and cut into pieces above 2^31 − 1 ms. While a timer fires the clock stands still: what one event does happens at one
 * instant, as in virtual time.
 */
export class WallClock implements Clock {
  readonly #time: RealTime;
  readonly #startMs: number;
  readonly #origin: Micros;
  readonly #waiting = new Map<Timer, () => void>();
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
    return this.#waiting.size;
  }

  /** Disarms everything that waits. */
  stop(): void {
    for (const timer of [...this.#waiting.keys()]) this.disarm(timer);
  }

  arm(timer: Timer, at: Micros, _order: EventClass): void {
    this.disarm(timer);
    timer.entry = 0;
    this.#wait(timer, at);
  }

  disarm(timer: Timer): void {
    const stop = this.#waiting.get(timer);
    if (stop === undefined) return;
    stop();
    this.#waiting.delete(timer);
    timer.entry = -1;
  }

  #wait(timer: Timer, at: Micros): void {
    const ms = Math.min(longestDelayMs, Math.max(0, Math.ceil((at - this.#read()) / 1000)));
    const stop = this.#time.wait(ms, () => {
      if (this.#read() < at) {
        this.#wait(timer, at);
        return;
      }
      this.#waiting.delete(timer);
      timer.entry = -1;
      this.event(() => timer.fire());
    });
    this.#waiting.set(timer, stop);
  }

  #read(): Micros {
    return Math.floor((this.#time.nowMs() - this.#startMs) * 1000) + this.#origin;
  }
}
