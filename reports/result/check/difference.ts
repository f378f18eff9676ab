import type { Measure } from '../measures/measure.ts';
import { pairedDifference } from '../stats/paired.ts';
import { round6 } from '../stats/round6.ts';
import { type Estimated, studentInterval, studentP } from '../stats/student.ts';
import { unpairedDifference } from '../stats/unpaired.ts';
import type { Interval } from '../summary.ts';
import type { Part } from './check-report.ts';
import { allowedFrom, type Tolerance } from './tolerance.ts';

/** One measure of both sides, before Holm has seen its neighbours. A worsening is above 0 whatever the direction. */
export interface Difference {
  readonly before: number;
  readonly after: number;
  /** Null unless a figure is endless. */
  readonly endless: { readonly before: Part; readonly after: Part } | null;
  readonly allowed: number;
  /** 95 %; null where replications cannot tell. */
  readonly worsening: Interval | null;
  readonly estimate: number;
  /** Probability of what was seen if the measure had worsened by just the tolerance; null without a test. */
  readonly p: number | null;
  readonly identical: boolean;
}

/** Share of the replications that may have become endless. */
const endlessAllowed = 0.1;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

export interface Compared {
  readonly measure: Measure;
  readonly before: readonly number[];
  readonly after: readonly number[];
  readonly paired: boolean;
  readonly tolerance: Tolerance;
}

/** One-sided probability of an estimate this far above `from`. */
function above(estimated: Estimated, from: number): number {
  const twoSided = studentP(estimated, from);
  return estimated.value > from ? twoSided / 2 : 1 - twoSided / 2;
}

/**
 * How far a measure has worsened. Values are one a replication, endless ones among them: then it is the share of endless
 * replications that is compared, because no mean is.
 */
export function differenceOf({ measure, before, after, paired, tolerance }: Compared): Difference {
  const finite = [...before, ...after].every(Number.isFinite);
  const sign = measure.better === 'higher' ? -1 : 1;
  const figures = {
    before: round6(mean(before)),
    after: round6(mean(after)),
    endless: finite ? null : { before: endlessIn(before), after: endlessIn(after) },
    allowed: finite ? allowedFrom(tolerance, round6(mean(before))) : endlessAllowed,
    identical: paired && before.every((value, i) => value === after[i]),
  };
  if (figures.identical) return { ...figures, worsening: [0, 0], estimate: 0, p: null };
  const values = finite ? { before, after } : { before: before.map(endless), after: after.map(endless) };
  const estimated = (paired ? pairedDifference : unpairedDifference)(
    values.after.map((value) => sign * value),
    values.before.map((value) => sign * value),
  );
  const difference = sign * (mean(values.after) - mean(values.before));
  if (estimated === null) return { ...figures, worsening: null, estimate: round6(difference), p: null };
  const [low, high] = studentInterval(estimated);
  return { ...figures, worsening: [round6(low), round6(high)], estimate: round6(estimated.value), p: above(estimated, figures.allowed) };
}

function endless(value: number): number {
  return Number.isFinite(value) ? 0 : 1;
}

function endlessIn(values: readonly number[]): Part {
  return [values.filter((value) => !Number.isFinite(value)).length, values.length];
}
