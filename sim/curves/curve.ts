import type { CurveSpec } from '../provider/spec.ts';

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

/** What a curve's plug-in is handed: the run, its own name, and a way to the curves inside it. */
export interface PartScope {
  readonly run: CurveScope;
  /** Where the curve stands, e.g. `main/big/load`; keys its noise. */
  readonly name: string;
  /** A curve inside this one; `part` tells the parts of one curve apart. */
  inner(spec: CurveSpec, part: number): Curve;
}

/**
 * A curve compiled for one run: `value[i]` holds from `atMicros[i]` (inclusive) to `atMicros[i + 1]` (exclusive), the
 * last one to the end of time. `atMicros[0]` is 0, times are whole and ascend strictly, values are finite and not negative.
 */
export interface Steps {
  readonly atMicros: Float64Array;
  readonly value: Float64Array;
}

export interface Curve {
  steps(): Steps;
  /**
   * Mean of the curve over its own period (a day or a week of whole local hours; of a profile its working days), in the
   * unit of its steps; curves without a period have none. A shape with mean m is m · value / periodMean.
   */
  periodMean?(): number;
}
