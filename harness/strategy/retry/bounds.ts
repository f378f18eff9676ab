/**
 * Longest wait a rule gives without a cap of its own, ms: 31 years. Far above any sense, and low enough that the time it
 * ends at is still a whole number of microseconds.
 */
export const longestDelayMs = 1e12;

/** base · factor^exponent by repeated multiplication, at most `limit`. */
export function grown(base: number, factor: number, exponent: number, limit: number): number {
  let value = base;
  if (factor > 1) for (let i = 0; i < exponent && value < limit && value > 0; i++) value *= factor;
  return Math.min(value, limit);
}
