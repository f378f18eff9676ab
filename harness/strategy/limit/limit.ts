import type { Steps } from '../../../sim/curves/curve.ts';
import type { CurveSpec } from '../../../sim/provider/spec.ts';

/** One finished attempt as a limit sees it. */
export interface LimitSample {
  readonly nowMs: number;
  readonly durationMs: number;
  /** Attempts in flight under this limit when this one ended, itself included. */
  readonly inFlight: number;
  /** failure: refused or lost for want of capacity · neutral: says nothing about capacity (hard errors, cancels). */
  readonly verdict: 'success' | 'failure' | 'neutral';
}

/** Computes a number; `client/permits.ts` enforces it. */
export interface Limit {
  /** The limit now, an integer of at least 1. */
  current(nowMs: number): number;
  /** When the limit changes by itself next, ms; undefined: never. */
  nextChangeMs?(nowMs: number): number | undefined;
  ended(sample: LimitSample): void;
}

export interface LimitScope {
  /** Compiles a curve of the scenario for this run. */
  curve(spec: CurveSpec): Steps;
}
