import type { Cohort } from '../cohort.ts';
import { replicationValues } from '../estimate.ts';
import { measureNamed } from '../measures/registry.ts';
import { percentileShares } from '../pool.ts';
import { meanOf, studentPAbove } from '../stats/student.ts';
import type { SloVerdict } from '../summary.ts';

/** The values whose mean is held against a bound, and the bound: of a percentile that is endless, the errors that make it so. */
function tested(
  { measure: name, bound }: SloVerdict,
  cohort: Cohort,
): { readonly values: readonly number[]; readonly bound: number } | null {
  const measure = measureNamed(name);
  const own = replicationValues(measure, cohort);
  const sign = measure.better === 'higher' ? -1 : 1;
  if (own !== null) return { values: own.map((value) => sign * value), bound: sign * bound };
  if (measure.kind !== 'percentile') return null;
  const failing = replicationValues(measureNamed('errorRate'), cohort);
  return failing === null ? null : { values: failing, bound: 1 - percentileShares[measure.percentile] };
}

/** One-sided probability of figures this far beyond a bound if the truth were on it; null where replications cannot tell. */
export function sloP(slo: SloVerdict, cohort: Cohort): number | null {
  const against = tested(slo, cohort);
  const estimated = against === null ? null : meanOf(against.values);
  return against === null || estimated === null ? null : studentPAbove(estimated, against.bound);
}
