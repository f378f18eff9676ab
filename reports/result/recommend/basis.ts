import { tQuantile } from '../stats/student.ts';
import type { Comparison, Interval, Recommendation, SloVerdict, StrategySummary } from '../summary.ts';
import { boundAndValue, listed } from './words.ts';

export interface Basis {
  readonly basis: Recommendation['basis'];
  readonly replicationsNeeded: number | null;
  /** What is not shown; empty when all is. */
  readonly open: string;
}

/** More replications than this are not worth proposing. */
const most = 10_000;

/** Of a 95 % interval, as bounds are judged by. */
const atBound = 0.975;
/** The strictest that Holm asks of one of the four differences: 0.05/4, two-sided. */
const atDifference = 1 - 0.05 / 8;

/**
 * Replications after which a 95 % interval that reaches `reach` beyond its figure with `now` of them would reach `gap` at
 * most, judged at `quantile`: the reach shrinks with t/√R. More than `now`, as these leave it open. Null when no number of
 * them would do.
 */
export function replicationsFor(reach: number, gap: number, now: number, quantile: number = atBound): number | null {
  if (now < 2 || !(gap > 0) || !(reach > 0)) return null;
  const unit = (reach * Math.sqrt(now)) / tQuantile(atBound, now - 1);
  for (let needed = now + 1; needed <= most; needed++) {
    if ((unit * tQuantile(quantile, needed - 1)) / Math.sqrt(needed) <= gap) return needed;
  }
  return null;
}

function forBound({ value, bound, interval }: SloVerdict, now: number): number | null {
  if (value === null || interval === null) return null;
  const [low, high] = interval;
  return bound > value ? replicationsFor(high - value, bound - value, now) : replicationsFor(value - low, value - bound, now);
}

function forDifference(difference: number | null, interval: Interval | null, now: number): number | null {
  if (difference === null || interval === null) return null;
  return replicationsFor((interval[1] - interval[0]) / 2, Math.abs(difference), now, atDifference);
}

function largest(counts: readonly (number | null)[]): number | null {
  return counts.reduce<number | null>((top, count) => (top === null || count === null ? null : Math.max(top, count)), 0);
}

function boundsBasis(slo: readonly SloVerdict[], replications: number): Basis {
  const open = slo.filter(({ verdict }) => verdict !== 'met');
  if (open.length === 0) return { basis: 'shown', replicationsNeeded: null, open: '' };
  const undecided = open.every(({ verdict }) => verdict === 'undecided');
  const needed = undecided ? largest(open.map((verdict) => forBound(verdict, replications))) : null;
  return { basis: 'best guess', replicationsNeeded: needed, open: listed(open.map(boundAndValue)) };
}

const settled: ReadonlySet<Comparison['verdict']> = new Set(['better', 'worse', 'same', 'identical']);

/**
 * Whether replications show that this is the strategy to ship: with bounds, that it meets each; without, that its goodput
 * differs from the baseline's or equals it. The baseline itself needs that of every other strategy.
 */
export function basisOf(ship: StrategySummary, comparisons: readonly Comparison[], replications: number): Basis {
  if (ship.slo.length > 0) return boundsBasis(ship.slo, replications);
  const relevant = comparisons.filter(
    ({ measure, strategy, baseline }) => measure === 'goodputPerSecond' && [strategy, baseline].includes(ship.name),
  );
  const open = relevant.filter(({ verdict }) => !settled.has(verdict));
  if (open.length === 0 && relevant.length > 0) return { basis: 'shown', replicationsNeeded: null, open: '' };
  const needed = largest(open.map(({ difference, interval }) => forDifference(difference, interval, replications)));
  const others = open.map(({ strategy, baseline }) => (strategy === ship.name ? baseline : strategy));
  return {
    basis: 'best guess',
    replicationsNeeded: open.length === 0 ? null : needed,
    open: `a difference in goodput from ${others.length === 0 ? 'the baseline' : listed(others)}`,
  };
}
