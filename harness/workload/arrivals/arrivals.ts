import type { Curve, CurveScope } from '../../../sim/curves/curve.ts';
import type { CurveSpec } from '../../../sim/provider/spec.ts';
import type { TraceFormatSpec, TraceRow } from '../traces/trace.ts';

export interface ArrivalScope {
  readonly lengthMs: number;
  readonly calendar: CurveScope;
  /** A decoded curve of rates or factors, compiled for this run. */
  curve(spec: CurveSpec): Curve;
  /** Uniform in (0, 1), keyed by (seed, replication, 'arrivals', index, draw). */
  uniform(index: number, draw: number): number;
  /** Rows of a trace file, sorted by time; read once per process. */
  trace(file: string, format: TraceFormatSpec): readonly TraceRow[];
}

/** One arrival of an open-loop process. */
export interface Arrival {
  /** Scheduled arrival, integer microseconds since the start. */
  readonly atMicros: number;
  /** Given by a trace. */
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}

/**
 * open: arrivals do not wait for completions; `next` gives them in order, undefined at the end (the run's length is
 * applied by the caller). users: closed loop, each thinks (exponentially, mean thinkMs), asks, waits for the answer.
 * batch: `jobs` appear at `atMs`, `workers` take them; a failed job goes to the tail again at once.
 */
export type Arrivals =
  | { readonly kind: 'open'; next(): Arrival | undefined }
  | { readonly kind: 'users'; readonly count: number; readonly thinkMs: number }
  | BatchArrivals;

/** The process that works through the batch ends at each of `crashesMs` and begins anew `restartMs` later. */
export interface BatchArrivals {
  readonly kind: 'batch';
  readonly jobs: number;
  readonly atMs: number;
  readonly workers: number;
  readonly crashesMs: readonly number[];
  readonly restartMs: number;
}
