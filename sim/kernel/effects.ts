import { eventClass, type Micros, Timer } from './clock.ts';
import type { Effect, Resumable } from './process.ts';

/** Waits until the instant `at`; resumes with undefined. This effect and the combinations below are for one wait each. */
export function until(at: Micros): Effect {
  let timer: Sleep | undefined;
  return {
    start(process) {
      timer = new Sleep(process);
      process.clock.arm(timer, at, eventClass.timeout);
    },
    cancel(process) {
      if (timer !== undefined) process.clock.disarm(timer);
    },
  };
}

class Sleep extends Timer {
  readonly #process: Resumable;
  constructor(process: Resumable) {
    super();
    this.#process = process;
  }
  fire(): void {
    this.#process.resume(undefined);
  }
}

/** Resumes with `{ index, value }` of the effect that answers first; the others are cancelled before that. */
export function race(effects: readonly Effect[]): Effect {
  const children: Child[] = [];
  let decided = false;
  return {
    start(process) {
      for (const [index, effect] of effects.entries()) {
        if (decided) return;
        const child = new Child(process, effect, (value) => {
          if (decided) return;
          decided = true;
          for (const other of children) if (other !== child) other.stop();
          process.resume({ index, value });
        });
        children.push(child);
        child.begin();
      }
    },
    cancel() {
      decided = true;
      for (const child of children) child.stop();
    },
  };
}

/** Resumes with the values of all effects, in their order, once the last has answered. */
export function all(effects: readonly Effect[]): Effect {
  const children: Child[] = [];
  const values: unknown[] = [];
  let open = effects.length;
  let cancelled = false;
  return {
    start(process) {
      if (open === 0) process.resume(values);
      for (const [index, effect] of effects.entries()) {
        if (cancelled) return;
        const child = new Child(process, effect, (value) => {
          values[index] = value;
          open -= 1;
          if (open === 0) process.resume(values);
        });
        children.push(child);
        child.begin();
      }
    },
    cancel() {
      cancelled = true;
      for (const child of children) child.stop();
    },
  };
}

/** One effect inside a combination: what it resumes is the combination's rule, not the process. */
class Child implements Resumable {
  readonly clock: Resumable['clock'];
  readonly #effect: Effect;
  readonly #answer: (value: unknown) => void;
  #open = false;

  constructor(process: Resumable, effect: Effect, answer: (value: unknown) => void) {
    this.clock = process.clock;
    this.#effect = effect;
    this.#answer = answer;
  }

  begin(): void {
    this.#open = true;
    this.#effect.start(this);
  }

  resume(value: unknown): void {
    if (!this.#open) return;
    this.#open = false;
    this.#answer(value);
  }

  stop(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#effect.cancel(this);
  }
}
