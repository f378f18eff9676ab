import type { Micros } from '../../../sim/kernel/clock.ts';
import { type RealTime, WallClock } from '../../../sim/kernel/wall-clock.ts';

/** A wall clock that can be closed, by an error in one of its events or at the end of a run: then nothing happens any more. */
export class LiveClock extends WallClock {
  readonly #failed: (error: unknown) => void;
  #closedAt: Micros | undefined;

  constructor(time: RealTime, failed: (error: unknown) => void) {
    super(time);
    this.#failed = failed;
  }

  override now(): Micros {
    return this.#closedAt ?? super.now();
  }

  override event<Value>(run: () => Value): Value {
    if (this.#closedAt !== undefined) return undefined as Value;
    try {
      return super.event(run);
    } catch (error) {
      this.close();
      this.#failed(error);
      return undefined as Value;
    }
  }

  /** Time stands still from now on, or from a later instant that nothing happens before. */
  close(at: Micros = 0): void {
    this.#closedAt ??= Math.max(at, super.now());
    this.stop();
  }
}
