import type { Measure, Unit } from '../measures/measure.ts';
import { round6 } from '../stats/round6.ts';

/** How far a measure may worsen: the larger of a share of the baseline's figure and a step in the measure's own unit. */
export interface Tolerance {
  /** Share of the baseline's figure, 0.02 is 2 %. */
  readonly relative: number;
  /** In the unit of the measure; shares 0 … 1. */
  readonly absolute: number;
}

/** Half a point of errors, 2 % of goodput, a tenth of a tail latency: what a reader of the report would not call a change. */
const byMeasure: Readonly<Record<string, Tolerance>> = {
  errorRate: { relative: 0, absolute: 0.005 },
  goodputPerSecond: { relative: 0.02, absolute: 0 },
  'latency.p95': { relative: 0.1, absolute: 100 },
  amplification: { relative: 0.05, absolute: 0 },
  costUsd: { relative: 0.05, absolute: 0 },
};

const byUnit: Readonly<Record<Unit, Tolerance>> = {
  share: { relative: 0, absolute: 0.005 },
  ms: { relative: 0.1, absolute: 100 },
  perSecond: { relative: 0.02, absolute: 0 },
  usd: { relative: 0.05, absolute: 0 },
  ratio: { relative: 0.05, absolute: 0 },
  attempts: { relative: 0.1, absolute: 1 },
  tokens: { relative: 0.05, absolute: 0 },
  requests: { relative: 0.05, absolute: 0 },
  permits: { relative: 0.05, absolute: 0 },
};

/** Checked without being asked for. */
export const usualMeasures: readonly string[] = Object.keys(byMeasure);

/** The tolerance of a measure that nobody has set one for. */
export function usualTolerance({ name, unit }: Measure): Tolerance {
  return byMeasure[name] ?? byUnit[unit];
}

/** The most that a measure may worsen from this figure, in its unit; a figure that is endless leaves the absolute part alone. */
export function allowedFrom({ relative, absolute }: Tolerance, before: number): number {
  const share = Number.isFinite(before) ? relative * Math.abs(before) : 0;
  return round6(Math.max(absolute, share));
}
