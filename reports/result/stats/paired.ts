import { type Estimated, meanOf } from './student.ts';

/** Difference a − b of values that share their luck replication by replication; null for fewer than two pairs. */
export function pairedDifference(a: readonly number[], b: readonly number[]): Estimated | null {
  if (a.length !== b.length) throw new RangeError(`expected as many values on both sides, found ${a.length} and ${b.length}`);
  return meanOf(a.map((value, i) => value - (b[i] as number)));
}
