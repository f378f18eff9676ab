import type { Steps } from '../../../sim/curves/curve.ts';
import type { CurveSpec } from '../../../sim/provider/spec.ts';

/** How a first attempt ended. */
export interface FirstEnd {
  readonly nowMs: number;
  /** As capacity or rate_limited. */
  readonly refused: boolean;
}

/** When requests that are not urgent are taken up. One for all clients of a strategy. */
export interface Defer {
  /**
   * The instant at which a request that arrives at `nowMs` is taken up, ms from the start of the run; `nowMs` when at once.
   * `uniform` in (0, 1) is its place in the hours that it is deferred to. Changes nothing.
   */
  startMs(nowMs: number, uniform: number): number;
  /** Hears of every first attempt, once. */
  ended(first: FirstEnd): void;
}

export interface DeferScope {
  /** A curve over the run's time and the week after it, as steps. */
  curve(spec: CurveSpec): Steps;
}

/** Index of the step that holds at `nowMs`. */
export function stepAt({ atMicros }: Steps, nowMs: number): number {
  const now = Math.round(nowMs * 1000);
  let low = 0;
  let high = atMicros.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((atMicros[middle] as number) <= now) low = middle;
    else high = middle;
  }
  return low;
}
