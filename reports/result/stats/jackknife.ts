import type { Interval } from '../summary.ts';
import { rankOf } from './nearest-rank.ts';
import { type Estimated, meanOf, studentInterval } from './student.ts';

/** Samples beyond a percentile that every replication needs before the percentile gets an interval. */
const samplesBeyond = 10;

/** Whether replications with these sample counts can tell the p-quantile. */
export function enoughBeyond(counts: readonly number[], p: number): boolean {
  return counts.length >= 2 && counts.every((count) => count > 0 && count - rankOf(p, count) >= samplesBeyond);
}

/**
 * One value a replication whose mean is the pooled figure θ and whose standard error is the jackknife's: θ minus (R − 1)
 * times the deviation of the figure without that replication from the mean of such figures.
 * Efron and Tibshirani, "An Introduction to the Bootstrap" (1993), chapter 11.
 */
export function jackknifeValues(pooled: number, deleteOne: readonly number[]): readonly number[] {
  const center = deleteOne.reduce((sum, value) => sum + value, 0) / deleteOne.length;
  return deleteOne.map((value) => pooled - (deleteOne.length - 1) * (value - center));
}

/** 95 % interval of a positive figure by the delete-one jackknife on its logarithm. A figure that is 0 throughout stays 0. */
export function jackknifeInterval(pooled: number, deleteOne: readonly number[]): Interval | null {
  if (deleteOne.length < 2) return null;
  const all = [pooled, ...deleteOne];
  if (all.every((value) => value === pooled)) return [pooled, pooled];
  if (all.some((value) => value <= 0)) return null;
  const logs = jackknifeValues(Math.log(pooled), deleteOne.map(Math.log));
  const { error, degrees } = meanOf(logs) as Estimated;
  const [low, high] = studentInterval({ value: Math.log(pooled), error, degrees });
  return [Math.exp(low), Math.exp(high)];
}
