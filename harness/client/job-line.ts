import { type Clock, eventClass, type Micros, Timer } from '../../sim/kernel/clock.ts';
import type { Effect, Resumable } from '../../sim/kernel/process.ts';
import { type Linked, newLine } from '../strategy/queue/line.ts';

export interface JobLineOptions {
  readonly clock: Clock;
  readonly workers: number;
  /** Jobs that may wait; Infinity: any number. */
  readonly length: number;
  /** After a failure one more worker goes on for each of these; microseconds. */
  readonly pause: Micros;
}

/**
 * Jobs in the order of their coming, and the workers who take them. After a failure at the time f with b others under way,
 * at most min(workers, b + ⌊(t − f) / pause⌋) are worked on at the time t.
 */
export class JobLine extends Timer {
  readonly clock: Clock;
  readonly #length: number;
  readonly #pause: Micros;
  readonly #line = newLine<Turn>();
  readonly #workers: number;
  #busy = 0;
  /** Allowed at that time, and one more for each pause since. */
  #allowed: number;
  #since: Micros = 0;

  constructor({ clock, workers, length, pause }: JobLineOptions) {
    super();
    this.clock = clock;
    this.#length = length;
    this.#pause = pause;
    this.#workers = workers;
    this.#allowed = workers;
  }

  /** Whether a job that is submitted now can wait, or need not. */
  get hasRoom(): boolean {
    return this.#line.length < this.#length || (this.#line.length === 0 && this.#dueAt() <= this.clock.now());
  }

  /** Waits for a worker until the deadline; resumes with true when there is one, who is busy until `ended`, else with false. */
  turn(deadlineAt: Micros): Effect {
    return new Turn(this, deadlineAt);
  }

  /** A worker's job has ended; `failed`: in a way that may pass. */
  ended(failed: boolean): void {
    this.#busy -= 1;
    if (failed) {
      this.#allowed = this.#busy;
      this.#since = this.clock.now();
    }
    this.#wake();
  }

  join(turn: Turn): void {
    this.#line.push(turn);
    this.#wake();
  }

  leave(turn: Turn): void {
    this.#line.remove(turn);
    this.#wake();
  }

  fire(): void {
    for (let next = this.#line.oldest; next !== undefined && this.#dueAt() <= this.clock.now(); next = this.#line.oldest) {
      this.#line.remove(next);
      this.#busy += 1;
      next.grant();
    }
    this.#wake();
  }

  /** When one more may be worked on, if none ends before; Infinity: never. */
  #dueAt(): Micros {
    if (this.#busy >= this.#workers) return Number.POSITIVE_INFINITY;
    return this.#since + Math.max(0, this.#busy + 1 - this.#allowed) * this.#pause;
  }

  #wake(): void {
    const dueAt = this.#line.length === 0 ? Number.POSITIVE_INFINITY : this.#dueAt();
    if (dueAt === Number.POSITIVE_INFINITY) this.clock.disarm(this);
    else this.clock.arm(this, Math.max(this.clock.now(), dueAt), eventClass.grant);
  }
}

/** A job that waits; its timer is its caller's patience. */
class Turn extends Timer implements Effect, Linked {
  before: Linked | undefined;
  after: Linked | undefined;
  readonly #jobs: JobLine;
  readonly #deadlineAt: Micros;
  #process: Resumable | undefined;

  constructor(jobs: JobLine, deadlineAt: Micros) {
    super();
    this.#jobs = jobs;
    this.#deadlineAt = deadlineAt;
  }

  start(process: Resumable): void {
    this.#process = process;
    if (this.#deadlineAt < Number.POSITIVE_INFINITY) this.#jobs.clock.arm(this, this.#deadlineAt, eventClass.timeout);
    this.#jobs.join(this);
  }

  grant(): void {
    this.#jobs.clock.disarm(this);
    this.#process?.resume(true);
  }

  fire(): void {
    this.#jobs.leave(this);
    this.#process?.resume(false);
  }

  cancel(): void {
    this.#jobs.clock.disarm(this);
    this.#jobs.leave(this);
  }
}
