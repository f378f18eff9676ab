/** A mean that forgets. */
export interface ExponentialAverage {
  /** Takes a value and returns the mean with it. */
  add(value: number): number;
  /** Multiplies the mean. */
  scale(factor: number): void;
}

/**
 * The plain mean of the first `warmUp` values; then each value v moves it to (1 − f) · mean + f · v with
 * f = 2 / (window + 1). Source: Netflix concurrency-limits, ExpAvgMeasurement.
 */
export function exponentialAverage(window: number, warmUp: number): ExponentialAverage {
  const factor = 2 / (window + 1);
  let seen = 0;
  let sum = 0;
  let mean = 0;
  return {
    add(value) {
      if (seen < warmUp) {
        seen += 1;
        sum += value;
        mean = sum / seen;
      } else mean = mean * (1 - factor) + value * factor;
      return mean;
    },
    scale(by) {
      mean *= by;
    },
  };
}
