import { mean } from 'simple-statistics';
import type { Cohort } from './cohort.ts';
import type { Measure, Parts } from './measures/measure.ts';
import { percentileShares } from './pool.ts';
import { enoughBeyond, jackknifeInterval, jackknifeValues } from './stats/jackknife.ts';
import { kornGraubard } from './stats/korn-graubard.ts';
import { figure, round6 } from './stats/round6.ts';
import { meanOf, studentInterval } from './stats/student.ts';
import type { Interval } from './summary.ts';

/** A measure over replications, as in files: rounded, never NaN or infinite. */
export interface Estimate {
  readonly value: number | null;
  /** 95 %; null where replications cannot tell. */
  readonly interval: Interval | null;
}

type Percentile = Measure & { readonly kind: 'percentile' };

function total(parts: readonly Parts[]): Parts {
  return parts.reduce((sum, each) => ({ part: sum.part + each.part, whole: sum.whole + each.whole }), { part: 0, whole: 0 });
}

/** Values whose mean is Σ part/Σ whole and whose standard error is that of a quotient of sums (by linearisation). */
export function quotientValues(parts: readonly Parts[]): readonly number[] | null {
  const { part, whole } = total(parts);
  if (whole === 0) return null;
  const value = part / whole;
  return parts.map((each) => value + (parts.length * (each.part - value * each.whole)) / whole);
}

function everyFigure(values: readonly (number | null)[]): readonly number[] | null {
  const known = values.filter((value) => value !== null);
  return known.length === values.length && known.length > 0 ? known : null;
}

/** The pooled percentile and those without each replication; null unless every replication has samples enough beyond it. */
function jackknifed(measure: Percentile, cohort: Cohort): { pooled: number; deleteOne: readonly number[] } | null {
  const pooled = cohort.pooled(measure.sample)?.[measure.percentile] ?? null;
  const deleteOne = everyFigure(cohort.deleteOne(measure.sample).map((percentiles) => percentiles[measure.percentile]));
  const counts = cohort.units.map((fold) => fold.samples[measure.sample]?.count ?? 0);
  if (pooled === null || deleteOne === null || !enoughBeyond(counts, percentileShares[measure.percentile])) return null;
  return { pooled, deleteOne };
}

/** Figures whose mean is the measure over all replications, or, of batches, over the run that they are parts of. */
function meanValues(measure: Measure & { readonly kind: 'mean' }, { units, replications }: Cohort): readonly number[] | null {
  if (units === replications) return everyFigure(units.map(measure.of));
  if (measure.batches === null) return null;
  const factor = measure.batches === 'sum' ? units.length : 1;
  return everyFigure(units.map(measure.of))?.map((value) => factor * value) ?? null;
}

/**
 * One value a replication (or batch), for differences and t intervals: their mean is the measure over all replications,
 * their spread its uncertainty. Null where the measure does not apply to every one.
 */
export function replicationValues(measure: Measure, cohort: Cohort): readonly number[] | null {
  if (measure.kind === 'mean') return meanValues(measure, cohort);
  if (measure.kind !== 'percentile') return quotientValues(cohort.units.map(measure.parts));
  const known = jackknifed(measure, cohort);
  return known === null ? null : jackknifeValues(known.pooled, known.deleteOne);
}

function rounded(interval: Interval | null): Interval | null {
  return interval?.every(Number.isFinite) ? [round6(interval[0]), round6(interval[1])] : null;
}

/** No measure can be below 0, so no interval reaches there. */
function tInterval(values: readonly number[] | null): Interval | null {
  const estimated = values === null ? null : meanOf(values);
  if (estimated === null) return null;
  const [low, high] = studentInterval(estimated);
  return [Math.max(0, low), high];
}

/** A measure over the replications of a cohort, with the interval that its kind asks for. */
export function estimate(measure: Measure, cohort: Cohort): Estimate {
  if (measure.kind === 'percentile') {
    const known = jackknifed(measure, cohort);
    const value = figure(cohort.pooled(measure.sample)?.[measure.percentile] ?? null);
    return { value, interval: known === null ? null : rounded(jackknifeInterval(known.pooled, known.deleteOne)) };
  }
  if (measure.kind === 'mean') {
    const values = everyFigure(cohort.replications.map(measure.of));
    const interval = rounded(tInterval(meanValues(measure, cohort)));
    return { value: values === null ? null : figure(mean([...values])), interval };
  }
  const { part, whole } = total(cohort.replications.map(measure.parts));
  const parts = cohort.units.map(measure.parts);
  const interval = measure.kind === 'share' ? kornGraubard(parts) : tInterval(quotientValues(parts));
  return { value: whole === 0 ? null : round6(part / whole), interval: rounded(interval) };
}
