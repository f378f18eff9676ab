import { hrtime } from 'node:process';
import type { RealTime } from '../../../sim/kernel/wall-clock.ts';

/** The longest delay a Node timer keeps, ms. */
const longestMs = 2_147_483_647;

/** How often it is looked whether time has begun, ms: well within the notice that whoever begins it gives. */
const lookMs = 5;

/** Milliseconds of a clock that all threads and processes of this machine share. */
export function machineMs(): number {
  return Number(hrtime.bigint()) / 1e6;
}

/**
 * Time that stands at 0 until `startMs` (of `machineMs`; Infinity while nobody knows) and then passes `scale` times as fast
 * as real time. Client and server that are given the same start agree on what time it is.
 */
export function scaledTime(scale: number, startMs: () => number): RealTime {
  return {
    nowMs: () => Math.max(0, (machineMs() - startMs()) * scale),
    wait(ms, run) {
      let timer: NodeJS.Timeout;
      const arm = (): void => {
        const start = startMs();
        const lead = Math.max(0, start - machineMs());
        // Before the beginning nothing is due, not even what is due at 0.
        timer = lead === Number.POSITIVE_INFINITY ? setTimeout(arm, lookMs) : setTimeout(run, Math.min(longestMs, lead + ms / scale));
      };
      arm();
      return () => clearTimeout(timer);
    },
  };
}

/** An instant that two threads share: one says it, both see it. */
export class SharedStart {
  readonly buffer: SharedArrayBuffer;
  readonly #view: Float64Array;

  /** Of a buffer that another thread made; default a new one, not begun. */
  constructor(buffer: SharedArrayBuffer = notBegun()) {
    this.buffer = buffer;
    this.#view = new Float64Array(buffer);
  }

  get startMs(): number {
    return this.#view[0] as number;
  }

  /** Time begins at this instant of `machineMs`. */
  begin(atMs: number): void {
    this.#view[0] = atMs;
  }
}

function notBegun(): SharedArrayBuffer {
  const buffer = new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT);
  new Float64Array(buffer)[0] = Number.POSITIVE_INFINITY;
  return buffer;
}
