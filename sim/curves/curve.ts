/** What a curve may know of the run it is compiled for. */
export interface CurveScope {
  /** The run's start, as an instant (milliseconds since 1970 UTC). */
  readonly startEpochMs: number;
  readonly zone: string;
  readonly lengthMs: number;
  /** One uniform in (0, 1) for cell `index` of the noise grid of the curve called `curve`. */
  noise(curve: string, index: number): number;
  /** Folder that relative file names start from. */
  readonly folder: string;
}

/**
 * A curve compiled for one run: `value[i]` holds from `atMicros[i]` (inclusive) to `atMicros[i + 1]` (exclusive), the
 * last one to the end of time. `atMicros[0]` is 0, times ascend strictly, values are finite and not negative.
 */
export interface Steps {
  readonly atMicros: Float64Array;
  readonly value: Float64Array;
}

export interface Curve {
  steps(): Steps;
  /** Mean of the curve over its own period, before low and high are applied; shapes need it. */
  periodMean?(): number;
}
