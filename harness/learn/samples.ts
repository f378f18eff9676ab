/** Values kept of a longer sequence: every one at first, then every second, every fourth … evenly over all of it. */
export interface Samples {
  add(value: number): void;
  /** Ascending. */
  sorted(): Float64Array;
  /** Values that were added. */
  count(): number;
  /** Sum of all that were added. */
  sum(): number;
}

const mostKept = 200_000;

export function samples(most = mostKept): Samples {
  let kept: number[] = [];
  let stride = 1;
  let count = 0;
  let sum = 0;
  return {
    add(value) {
      if (count % stride === 0) {
        if (kept.length >= most) {
          kept = kept.filter((_, index) => index % 2 === 0);
          stride *= 2;
        }
        if (count % stride === 0) kept.push(value);
      }
      count += 1;
      sum += value;
    },
    sorted: () => Float64Array.from(kept).sort(),
    count: () => count,
    sum: () => sum,
  };
}
