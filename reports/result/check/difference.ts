import type { Measure } from '../measures/measure.ts';
import { pairedDifference } from '../stats/paired.ts';
import { round6 } from '../stats/round6.ts';
import { studentInterval, studentPAbove } from '../stats/student.ts';
import { unpairedDifference } from '../stats/unpaired.ts';
import type { Interval } from '../summary.ts';
import type { Part } from './check-report.ts';
import { allowedFrom, type Tolerance } from './tolerance.ts';

/** One comparison, before Holm has seen its neighbours. A worsening is above 0 whatever the direction. */
export interface Shift {
  readonly allowed: number;
  /** 95 %; null where replications cannot tell. */
  readonly worsening: Interval | null;
  readonly estimate: number;
  /** Probability of what was seen if the measure had worsened by just the tolerance; null without a test. */
  readonly p: number | null;
}

/** The replications in which a figure is endless on neither side. */
export interface FiniteShift extends Shift {
  readonly before: number;
  readonly after: number;
  /** How many there are, before and after. */
  readonly replications: Part;
}

/** One measure of both sides; of one that is endless in some replications the shift is that of their share. */
export interface Difference extends Shift {
  readonly before: number;
  readonly after: number;
  /** Null unless a figure is endless. */
  readonly endless: { readonly before: Part; readonly after: Part } | null;
  /** Null unless a figure is endless, and where no replications are left. */
  readonly finite: FiniteShift | null;
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

/**
 * How far a measure has worsened. Values are one a replication, endless ones among them: then the share of endless
 * replications is compared, because no mean is, and the others beside it.
 */
export function differenceOf({ measure, before, after, paired, tolerance }: Compared): Difference {
  const finite = [...before, ...after].every(Number.isFinite);
  const sign = measure.better === 'higher' ? -1 : 1;
  const shift = (one: readonly number[], other: readonly number[], allowed: number) => shiftOf(one, other, { sign, paired, allowed });
  const figures = {
    before: round6(mean(before)),
    after: round6(mean(after)),
    endless: finite ? null : { before: endlessIn(before), after: endlessIn(after) },
    finite: null,
    identical: paired && before.every((value, i) => value === after[i]),
  };
  const allowed = finite ? allowedFrom(tolerance, round6(mean(before))) : endlessAllowed;
  if (figures.identical) return { ...figures, allowed, worsening: [0, 0], estimate: 0, p: null };
  if (finite) return { ...figures, ...shift(before, after, allowed) };
  const [one, other] = paired ? finitePairs(before, after) : withoutSlowest(before, after);
  const means = { before: round6(mean(one)), after: round6(mean(other)), replications: [one.length, other.length] as const };
  const none = one.length === 0 || other.length === 0;
  return {
    ...figures,
    ...shift(before.map(endless), after.map(endless), allowed),
    finite: none ? null : { ...means, ...shift(one, other, allowedFrom(tolerance, means.before)) },
  };
}

function shiftOf(
  before: readonly number[],
  after: readonly number[],
  { sign, paired, allowed }: { readonly sign: number; readonly paired: boolean; readonly allowed: number },
): Shift {
  const estimated = (paired ? pairedDifference : unpairedDifference)(
    after.map((value) => sign * value),
    before.map((value) => sign * value),
  );
  if (estimated === null) return { allowed, worsening: null, estimate: round6(sign * (mean(after) - mean(before))), p: null };
  const [low, high] = studentInterval(estimated);
  return { allowed, worsening: [round6(low), round6(high)], estimate: round6(estimated.value), p: studentPAbove(estimated, allowed) };
}

type Sides = readonly [readonly number[], readonly number[]];

function finitePairs(before: readonly number[], after: readonly number[]): Sides {
  const both = before.map((value, i) => Number.isFinite(value) && Number.isFinite(after[i]));
  return [before.filter((_, i) => both[i]), after.filter((_, i) => both[i])];
}

/** As large a share of the slowest is left out on both sides: else a replication that is no longer endless would count against its side. */
function withoutSlowest(before: readonly number[], after: readonly number[]): Sides {
  const kept = Math.min(...[before, after].map((values) => values.filter(Number.isFinite).length / values.length));
  const quickest = (values: readonly number[]) =>
    values.toSorted((a, b) => (a < b ? -1 : 1)).slice(0, Math.floor(kept * values.length + 1e-9));
  return [quickest(before), quickest(after)];
}

function endless(value: number): number {
  return Number.isFinite(value) ? 0 : 1;
}

function endlessIn(values: readonly number[]): Part {
  return [values.filter((value) => !Number.isFinite(value)).length, values.length];
}
