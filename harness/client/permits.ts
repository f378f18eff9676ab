import { type Clock, eventClass, type Micros, Timer } from '../../sim/kernel/clock.ts';
import type { Effect, Resumable } from '../../sim/kernel/process.ts';
import type { Limit, LimitSample } from '../strategy/limit/limit.ts';
import type { Waiter, WaitQueue } from '../strategy/queue/queue.ts';

export interface PermitsOptions {
  readonly clock: Clock;
  readonly limit: Limit;
  readonly queue: WaitQueue<PermitWait>;
  /** Waiters beyond this number are turned away. */
  readonly queueLength: number;
}

/**
 * Enforces the number a limit computes. A permit is owned from the instant it is granted: a waiter that was granted and
 * is cancelled before it runs gives the permit back, and its own time limit cannot fire any more.
 */
export class Permits {
  readonly clock: Clock;
  readonly #limit: Limit;
  readonly #queue: WaitQueue<PermitWait>;
  readonly #queueLength: number;
  readonly #change: Timer;
  #inUse = 0;
  #inFlight = 0;
  #since: Micros = 0;
  #idleArea = 0;
  #limitArea = 0;
  #waitArea = 0;
  #lastLimit: number;
  #leastLimit: number;
  #mostLimit: number;
  #mostInUse = 0;

  constructor(options: PermitsOptions) {
    this.clock = options.clock;
    this.#limit = options.limit;
    this.#queue = options.queue;
    this.#queueLength = options.queueLength;
    this.#change = new Change(this);
    this.#since = this.clock.now();
    this.#lastLimit = this.limit;
    this.#leastLimit = this.#lastLimit;
    this.#mostLimit = this.#lastLimit;
  }

  /** The limit now. */
  get limit(): number {
    return this.#limit.current(this.clock.now() / 1000);
  }

  get inUse(): number {
    return this.#inUse;
  }

  /** Waiters that have no permit yet. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** The most permits that were out at once. */
  get mostInUse(): number {
    return this.#mostInUse;
  }

  /** A permit at once, when one is free and nobody waits for it. */
  take(): boolean {
    if (this.#queue.length > 0 || this.#inUse >= this.limit) return false;
    this.#grant();
    return true;
  }

  /** Whether the queue has room for one more. */
  get hasRoom(): boolean {
    return this.#queue.length < this.#queueLength;
  }

  /**
   * Waits for a permit in the queue, for `patience` microseconds at most; resumes with true or false. What else is known of
   * the request is for the order of the queue.
   */
  wait(patience: Micros, deadlineAt: Micros = Number.POSITIVE_INFINITY, urgent = true): Effect {
    return new PermitWait(this, patience, deadlineAt, urgent);
  }

  release(): void {
    this.#integrate();
    this.#inUse -= 1;
    this.pump();
  }

  /** An attempt under one of the permits was sent (+1) or ended (−1). */
  flying(by: 1 | -1): void {
    this.#integrate();
    this.#inFlight += by;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Tells the limit of an attempt's end; a limit that grew serves the queue. */
  ended(sample: LimitSample): void {
    this.#integrate();
    this.#limit.ended(sample);
    this.pump();
  }

  /** Grants what is free to who waits. */
  pump(): void {
    while (this.#queue.length > 0 && this.#inUse < this.limit) {
      this.#integrate();
      const next = this.#queue.shift(this.clock.now() / 1000);
      if (next === undefined) break;
      this.#grant();
      next.grant();
    }
    this.#watch();
  }

  join(waiter: PermitWait): void {
    this.#integrate();
    this.#queue.push(waiter);
    this.#watch();
  }

  leave(waiter: PermitWait): void {
    this.#integrate();
    this.#queue.remove(waiter);
    this.#watch();
  }

  /** Time-weighted figures since the start: idle permit time in ms, the limit's mean, least and greatest. */
  figures(): { idleMs: number; limit: { mean: number; min: number; max: number } } {
    this.#integrate();
    const now = this.clock.now();
    const mean = now > 0 ? this.#limitArea / now : this.#lastLimit;
    return { idleMs: this.#idleArea / 1000, limit: { mean, min: this.#leastLimit, max: this.#mostLimit } };
  }

  /** Σ over time of the limit so far, permit-microseconds. */
  limitArea(): number {
    this.#integrate();
    return this.#limitArea;
  }

  /** Σ over time of the waiters so far, waiter-microseconds. */
  waitArea(): number {
    this.#integrate();
    return this.#waitArea;
  }

  #grant(): void {
    this.#integrate();
    this.#inUse += 1;
    if (this.#inUse > this.#mostInUse) this.#mostInUse = this.#inUse;
  }

  /** Brings the areas up to now; a limit that follows the clock may have changed on the way. */
  #integrate(): void {
    const now = this.clock.now();
    for (let change = this.#nextChange(this.#since); change > this.#since && change <= now; change = this.#nextChange(change))
      this.#pass(change);
    this.#pass(now);
  }

  #pass(to: Micros): void {
    const passed = to - this.#since;
    if (passed > 0) {
      this.#idleArea += (this.#inUse - this.#inFlight) * passed;
      this.#limitArea += this.#lastLimit * passed;
      this.#waitArea += this.#queue.length * passed;
      this.#since = to;
    }
    const limit = this.#limit.current(to / 1000);
    this.#lastLimit = limit;
    if (limit < this.#leastLimit) this.#leastLimit = limit;
    if (limit > this.#mostLimit) this.#mostLimit = limit;
  }

  /** When the limit changes by itself after `at`; Infinity: never. */
  #nextChange(at: Micros): Micros {
    const next = this.#limit.nextChangeMs?.(at / 1000);
    return next === undefined ? Number.POSITIVE_INFINITY : Math.round(next * 1000);
  }

  /** A limit that changes by itself must be looked at when it does, while somebody waits. */
  #watch(): void {
    if (this.#limit.nextChangeMs === undefined) return;
    const next = this.#queue.length > 0 ? this.#nextChange(this.clock.now()) : Number.POSITIVE_INFINITY;
    if (next === Number.POSITIVE_INFINITY) this.clock.disarm(this.#change);
    else this.clock.arm(this.#change, next, eventClass.capacity);
  }
}

class Change extends Timer {
  readonly #permits: Permits;
  constructor(permits: Permits) {
    super();
    this.#permits = permits;
  }
  fire(): void {
    this.#permits.pump();
  }
}

/** One who waits for a permit; its timer is first its patience, then the grant. */
export class PermitWait extends Timer implements Effect, Waiter {
  before: Waiter | undefined;
  after: Waiter | undefined;
  joinedMs = 0;
  readonly deadlineMs: number;
  readonly priority: number;
  readonly #permits: Permits;
  readonly #patience: Micros;
  #process: Resumable | undefined;
  #granted = false;

  constructor(permits: Permits, patience: Micros, deadlineAt: Micros, urgent: boolean) {
    super();
    this.deadlineMs = deadlineAt / 1000;
    this.priority = urgent ? 0 : 1;
    this.#permits = permits;
    this.#patience = patience;
  }

  start(process: Resumable): void {
    this.#process = process;
    const { clock } = this.#permits;
    this.joinedMs = clock.now() / 1000;
    if (this.#patience < Number.POSITIVE_INFINITY) clock.arm(this, clock.now() + this.#patience, eventClass.timeout);
    this.#permits.join(this);
  }

  /** The permit is ours from now on; the process runs when the grants of this instant are due. */
  grant(): void {
    this.#granted = true;
    const { clock } = this.#permits;
    clock.arm(this, clock.now(), eventClass.grant);
  }

  fire(): void {
    if (!this.#granted) this.#permits.leave(this);
    this.#process?.resume(this.#granted);
  }

  cancel(): void {
    this.#permits.clock.disarm(this);
    if (this.#granted) this.#permits.release();
    else this.#permits.leave(this);
  }
}
