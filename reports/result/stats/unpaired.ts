import { type Estimated, meanOf } from './student.ts';

/**
 * Difference a − b of independent values with unequal variances; null with fewer than two on a side. Welch, "The
 * generalization of Student’s problem when several different population variances are involved", Biometrika 34 (1947).
 */
export function unpairedDifference(a: readonly number[], b: readonly number[]): Estimated | null {
  const left = meanOf(a);
  const right = meanOf(b);
  if (left === null || right === null) return null;
  const u = left.error * left.error;
  const v = right.error * right.error;
  const sum = u + v;
  const degrees = sum === 0 ? left.degrees + right.degrees : (sum * sum) / ((u * u) / left.degrees + (v * v) / right.degrees);
  return { value: left.value - right.value, error: Math.sqrt(sum), degrees };
}
