import type { Cohort } from './cohort.ts';
import { estimate, replicationValues } from './estimate.ts';
import type { Measure } from './measures/measure.ts';
import { measureNamed } from './measures/registry.ts';
import { percentileShares } from './pool.ts';
import { holm } from './stats/holm.ts';
import { pairedDifference } from './stats/paired.ts';
import { round6 } from './stats/round6.ts';
import { type Estimated, studentInterval, studentP } from './stats/student.ts';
import { unpairedDifference } from './stats/unpaired.ts';
import type { Comparison, Interval } from './summary.ts';

/** What every strategy is compared on with the baseline. */
const comparedMeasures = ['errorRate', 'goodputPerSecond', 'latency.p95', 'costUsd'] as const;

/** Differences this small do not matter: a share of the baseline's figure, and for shares a tenth of a point. */
const negligible = { relative: 0.01, share: 0.001 };
const level = 0.05;

export interface Side {
  readonly name: string;
  readonly cohort: Cohort;
}

/** One measure of both sides before Holm has seen its neighbours. */
interface Difference {
  readonly measure: Measure;
  readonly difference: number | null;
  readonly interval: Interval | null;
  /** Null where there is nothing to test. */
  readonly p: number | null;
  /** Known without a test. */
  readonly settled: Comparison['verdict'] | null;
}

function identical(measure: Measure, a: Cohort, b: Cohort): boolean {
  const pairs = a.units.map((fold, i) => [measure.of(fold), b.units[i] && measure.of(b.units[i])] as const);
  return pairs.length > 0 && pairs.every(([left, right]) => left !== null && left === right);
}

/**
 * Where one side's percentile falls among its failures and the other's does not: decided when the error rates lie on
 * different sides of the share of failures that the percentile bears.
 */
function endless(measure: Measure, a: Cohort, b: Cohort): Comparison['verdict'] | null {
  if (measure.kind !== 'percentile' || measure.sample !== 'latencyWithFailures') return null;
  const tolerated = 1 - percentileShares[measure.percentile];
  const failing = [a, b].map((cohort) => estimate(measureNamed('errorRate'), cohort).interval);
  const beyond = failing.map((interval) => interval !== null && interval[0] > tolerated);
  const within = failing.map((interval) => interval !== null && interval[1] <= tolerated);
  if (beyond[0] && within[1]) return 'worse';
  return within[0] && beyond[1] ? 'better' : null;
}

function differenceOf(measure: Measure, a: Cohort, b: Cohort, paired: boolean): Difference {
  const [left, right] = [estimate(measure, a).value, estimate(measure, b).value];
  const difference = left === null || right === null ? null : round6(left - right);
  if (paired && identical(measure, a, b)) return { measure, difference: 0, interval: [0, 0], p: null, settled: 'identical' };
  const values = [replicationValues(measure, a), replicationValues(measure, b)] as const;
  const estimated: Estimated | null =
    values[0] === null || values[1] === null ? null : (paired ? pairedDifference : unpairedDifference)(values[0], values[1]);
  if (estimated === null) return { measure, difference, interval: null, p: null, settled: endless(measure, a, b) ?? 'undecided' };
  const [low, high] = studentInterval(estimated);
  const margin = measure.unit === 'share' ? negligible.share : negligible.relative * Math.abs(right ?? 0);
  const settled = -margin <= low && high <= margin ? 'same' : null;
  return { measure, difference, interval: [round6(low), round6(high)], p: studentP(estimated), settled };
}

function judged({ measure, difference, settled }: Difference, p: number): Comparison['verdict'] {
  if (settled !== null) return settled;
  if (p > level || difference === null || difference === 0) return 'undecided';
  return difference > 0 === (measure.better === 'higher') ? 'better' : 'worse';
}

/**
 * A strategy against the baseline on four measures. With `paired`, both cohorts have the same replications in the same
 * order. Better and worse hold with Holm's correction over the four; the intervals are each at 95 % on their own.
 */
export function compare(strategy: Side, baseline: Side, paired: boolean): readonly Comparison[] {
  const differences = comparedMeasures.map((name) => differenceOf(measureNamed(name), strategy.cohort, baseline.cohort, paired));
  const tested = differences.filter(({ p }) => p !== null);
  const adjusted = holm(tested.map(({ p }) => p ?? 1));
  return differences.map((each) => ({
    baseline: baseline.name,
    strategy: strategy.name,
    measure: each.measure.name,
    difference: each.difference,
    interval: each.interval,
    verdict: judged(each, adjusted[tested.indexOf(each)] ?? 1),
  }));
}
