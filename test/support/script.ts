import type { Clock } from '../../sim/kernel/clock.ts';
import { type Effect, Process, type Resumable, type Waiting } from '../../sim/kernel/process.ts';

/** A process made of one generator function; `log` says how it ended. */
export class Script extends Process {
  readonly #life: (self: Script) => Generator<Waiting, void, unknown>;
  readonly log: string[];

  constructor(clock: Clock, log: string[], life: (self: Script) => Generator<Waiting, void, unknown>) {
    super(clock);
    this.log = log;
    this.#life = life;
  }

  protected life(): Generator<Waiting, void, unknown> {
    return this.#life(this);
  }

  protected finished(cancelled: boolean): void {
    this.log.push(cancelled ? 'cancelled' : 'finished');
  }
}

/** An effect by hand: its start and cancel are logged, and `answer` resumes who waits for it. */
export class Hand implements Effect {
  readonly name: string;
  readonly log: string[];
  readonly #onStart: ((process: Resumable) => void) | undefined;
  #waiting: Resumable | undefined;

  constructor(name: string, log: string[], onStart?: (process: Resumable) => void) {
    this.name = name;
    this.log = log;
    this.#onStart = onStart;
  }

  start(process: Resumable): void {
    this.log.push(`start ${this.name}`);
    this.#waiting = process;
    this.#onStart?.(process);
  }

  cancel(): void {
    this.log.push(`cancel ${this.name}`);
  }

  answer(value?: unknown): void {
    this.#waiting?.resume(value);
  }
}

/** An effect that answers while it is being started. */
export function instant(value: unknown): Effect {
  return { start: (process) => process.resume(value), cancel: () => {} };
}
