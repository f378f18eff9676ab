import type { Cohort } from './cohort.ts';
import type { Estimate } from './estimate.ts';
import type { Measure } from './measures/measure.ts';
import { measureNamed } from './measures/registry.ts';
import { percentileShares } from './pool.ts';
import type { Interval, SloVerdict } from './summary.ts';

type Verdict = SloVerdict['verdict'];

/** Whether a figure lies beyond its bound, whatever its interval. On the bound is within; no figure is beyond. */
export function beyond({ measure, bound, value }: Pick<SloVerdict, 'measure' | 'bound' | 'value'>): boolean {
  if (value === null) return true;
  return measureNamed(measure).better === 'higher' ? value < bound : value > bound;
}

/** Whether an interval lies within a bound, beyond it, or on both sides. On the bound is within. */
function placed(measure: Measure, bound: number, [low, high]: Interval): Verdict {
  const [inner, outer] = measure.better === 'higher' ? [-high, -low] : [low, high];
  const edge = measure.better === 'higher' ? -bound : bound;
  if (outer <= edge) return 'met';
  return inner > edge ? 'missed' : 'undecided';
}

/**
 * A percentile that does not exist because it falls among the failures: it is endless once more than 1 − p of the requests
 * failed, so it is missed unless the error rate's interval reaches down to where it would exist.
 */
function fallsAmongFailures(measure: Measure, cohort: Cohort): number | null {
  if (measure.kind !== 'percentile') return null;
  return (cohort.pooled(measure.sample)?.count ?? 0) > 0 ? 1 - percentileShares[measure.percentile] : null;
}

function verdictOf(measure: Measure, bound: number, { estimates, cohort }: { estimates: Estimates; cohort: Cohort }): Verdict {
  const { value, interval } = estimates[measure.name] as Estimate;
  if (value !== null) return interval === null ? 'undecided' : placed(measure, bound, interval);
  const tolerated = fallsAmongFailures(measure, cohort);
  if (tolerated === null) return 'not measured';
  const failing = estimates.errorRate?.interval ?? null;
  return failing !== null && failing[0] <= tolerated ? 'undecided' : 'missed';
}

type Estimates = Readonly<Record<string, Estimate>>;

/** Every bound of `slo:` against what was measured. */
export function sloVerdicts(slo: Readonly<Record<string, number>>, estimates: Estimates, cohort: Cohort): readonly SloVerdict[] {
  return Object.entries(slo).map(([name, bound]) => {
    const measure = measureNamed(name);
    const { value, interval } = estimates[name] as Estimate;
    return { measure: name, bound, value, interval, verdict: verdictOf(measure, bound, { estimates, cohort }) };
  });
}
