import jstat from 'jstat';
import { mean, sampleStandardDeviation } from 'simple-statistics';
import type { Interval } from '../summary.ts';

/** A mean with its standard error and degrees of freedom; what t intervals and tests are made of. */
export interface Estimated {
  readonly value: number;
  readonly error: number;
  readonly degrees: number;
}

/** Quantile of Student's t distribution; `degrees` > 0, fractions allowed. */
export function tQuantile(p: number, degrees: number): number {
  return jstat.studentt.inv(p, degrees);
}

/** Mean of independent values; null for fewer than two. */
export function meanOf(values: readonly number[]): Estimated | null {
  if (values.length < 2) return null;
  const list = [...values];
  const constant = list.every((value) => value === list[0]);
  const error = constant ? 0 : sampleStandardDeviation(list) / Math.sqrt(list.length);
  return { value: constant ? (list[0] as number) : mean(list), error, degrees: list.length - 1 };
}

/** 95 % interval: value ± t · error. */
export function studentInterval({ value, error, degrees }: Estimated): Interval {
  const reach = error === 0 ? 0 : tQuantile(0.975, degrees) * error;
  return [value - reach, value + reach];
}

/** Two-sided probability of a value at least this far from `from` if that were the truth. */
export function studentP({ value, error, degrees }: Estimated, from = 0): number {
  if (value === from) return 1;
  if (error === 0) return 0;
  return 2 * jstat.studentt.cdf(-Math.abs(value - from) / error, degrees);
}

/** One-sided probability of a value at least this far above `from` if that were the truth. */
export function studentPAbove(estimated: Estimated, from: number): number {
  const twoSided = studentP(estimated, from);
  return estimated.value > from ? twoSided / 2 : 1 - twoSided / 2;
}
