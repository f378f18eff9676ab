/**
 * A figure as it goes into a file: 6 significant digits, because the last bits of sums, powers and quantiles differ
 * between versions of Node. Whole numbers are counts and stay exact.
 */
export function round6(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(6));
}

/** The same for a figure that may not exist; what is not finite has no place in a file and becomes null. */
export function figure(value: number | null): number | null {
  return value === null || !Number.isFinite(value) ? null : round6(value);
}
