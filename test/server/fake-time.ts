import type { RealTime } from '../../sim/kernel/wall-clock.ts';

/** Real time that passes when a test says so, a thousandth of a second at a time. */
export class FakeTime implements RealTime {
  #now = 0;
  readonly #waiting = new Set<{ readonly at: number; readonly run: () => void }>();

  nowMs(): number {
    return this.#now;
  }

  wait(ms: number, run: () => void): () => void {
    const entry = { at: this.#now + ms, run };
    this.#waiting.add(entry);
    return () => {
      this.#waiting.delete(entry);
    };
  }

  /** Lets so many milliseconds pass, and everything that follows from them. */
  async pass(ms: number): Promise<void> {
    for (const end = this.#now + ms; this.#now < end; ) {
      this.#now += 1;
      for (const entry of [...this.#waiting].filter(({ at }) => at <= this.#now)) if (this.#waiting.delete(entry)) entry.run();
      await settled();
    }
    await settled();
  }
}

/** What was written has been read. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}
