const bucketS = 0.5;

/** Attempts a second, as their answers tell it. */
export interface MeasuredRate {
  /** One more answer at `nowS` seconds; returns the rate now. */
  answered(nowS: number): number;
}

/**
 * Counts answers by half seconds. With the first answer of a later half second the rate becomes smoothing · count / time
 * since the last such moment + (1 − smoothing) · rate; that answer is part of the count, and the next one starts at 0.
 */
export function createMeasuredRate(smoothing: number): MeasuredRate {
  let rate = 0;
  let count = 0;
  let fromS = 0;
  return {
    answered(nowS) {
      count += 1;
      const toS = Math.floor(nowS / bucketS) * bucketS;
      if (toS <= fromS) return rate;
      rate = smoothing * (count / (toS - fromS)) + (1 - smoothing) * rate;
      count = 0;
      fromS = toS;
      return rate;
    },
  };
}
