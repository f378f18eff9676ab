import { type Clock, eventClass, type Micros, Timer } from './clock.ts';

/**
 * What a process waits for. `start` calls `process.resume(value)` once, at once or later; `cancel` undoes what `start`
 * began and is called at most once, never after the resume. Whatever an effect hands over is owned by the process from
 * the moment of `resume`, so an effect must take back what it granted when it is cancelled before.
 */
export interface Effect {
  start(process: Resumable): void;
  cancel(process: Resumable): void;
}

export interface Resumable {
  readonly clock: Clock;
  resume(value: unknown): void;
}

/** A yielded number is a sleep of so many microseconds. */
export type Waiting = Micros | Effect;

/**
 * A generator driven by a clock. It waits with plain `yield`; an effect that answers while it is being started continues
 * in a loop, never by recursion. The process is its own sleep timer.
 */
export abstract class Process extends Timer implements Resumable {
  readonly clock: Clock;
  private generator: Generator<Waiting, void, unknown> | undefined;
  private pending: Effect | undefined;
  private running = false;
  /** Its own code runs, between two waits. */
  private inside = false;
  private leaving = false;
  private answered = false;
  private value: unknown;

  constructor(clock: Clock) {
    super();
    this.clock = clock;
  }

  /** What the process does; a `finally` in it must not yield. */
  protected abstract life(): Generator<Waiting, void, unknown>;

  /** Called once, after `life` returned or was cancelled. */
  protected abstract finished(cancelled: boolean): void;

  /** Not begun, returned or cancelled: nothing resumes it. */
  protected get over(): boolean {
    return this.generator === undefined;
  }

  /** Begins at once. */
  start(): void {
    this.generator = this.life();
    this.resume(undefined);
  }

  resume(value: unknown): void {
    this.value = value;
    if (this.running) {
      this.answered = true;
      return;
    }
    const life = this.generator;
    if (life === undefined) return;
    this.running = true;
    try {
      this.run(life);
    } catch (error) {
      this.generator = undefined;
      this.clock.disarm(this);
      life.return();
      this.crashed(error);
    } finally {
      this.running = false;
      this.inside = false;
    }
  }

  /** From one wait to the next, until one does not end at once. */
  private run(life: Generator<Waiting, void, unknown>): void {
    do {
      this.answered = false;
      this.pending = undefined;
      this.inside = true;
      const step = life.next(this.value);
      this.inside = false;
      if (step.done === true) {
        this.running = false;
        this.generator = undefined;
        this.finished(false);
        return;
      }
      if (this.leaving) {
        this.running = false;
        this.cancel();
        return;
      }
      const wait = step.value;
      if (typeof wait === 'number') {
        this.clock.arm(this, this.clock.now() + wait, eventClass.arrival);
        return;
      }
      this.pending = wait;
      wait.start(this);
    } while (this.answered && this.generator !== undefined);
  }

  /** Its code, or what it waits for, threw; it has ended, without `finished`. */
  protected crashed(error: unknown): void {
    throw error;
  }

  /** The sleep is over. */
  fire(): void {
    this.resume(undefined);
  }

  /**
   * Ends the process where it waits: the effect is cancelled, then its `finally` blocks run. Called from its own code it
   * ends at the next wait, which does not begin.
   */
  cancel(): void {
    const life = this.generator;
    if (life === undefined) return;
    if (this.inside) {
      this.leaving = true;
      return;
    }
    this.clock.disarm(this);
    this.pending?.cancel(this);
    this.pending = undefined;
    this.generator = undefined;
    life.return();
    this.finished(true);
  }
}
