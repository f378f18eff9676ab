/**
 * Longest wait a rule gives, ms: 30 days. Far above any sense, and low enough that after the thousand sends that a request
 * may have time is still a whole number of microseconds.
 */
export const longestDelayMs = 30 * 86_400_000;

/** base · factor^exponent by repeated multiplication, at most `limit`. */
export function grown(base: number, factor: number, exponent: number, limit: number): number {
  let value = base;
  if (factor > 1) for (let i = 0; i < exponent && value < limit && value > 0; i++) value *= factor;
  return Math.min(value, limit);
}
