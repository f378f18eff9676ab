/** The rate that a cubic allows, per second; times in seconds. */
export interface CubicRate {
  /** A refusal at a rate of `rate`. */
  throttled(nowS: number, rate: number): number;
  /** An answer that is no refusal for the rate. */
  succeeded(nowS: number): number;
}

/**
 * beta · w at a refusal and scale · (t − k)³ + w after it, with w the rate of the last refusal, t the time since, and
 * k = ∛(w · (1 − beta) / scale): at t = 0 the two are equal, at t = k the rate is w again. Before the first refusal w is 0.
 */
export function createCubicRate(beta: number, scale: number, sinceS = 0): CubicRate {
  let most = 0;
  let throttledS = sinceS;
  return {
    throttled(nowS, rate) {
      most = rate;
      throttledS = nowS;
      return rate * beta;
    },
    succeeded(nowS) {
      const since = nowS - throttledS - Math.cbrt((most * (1 - beta)) / scale);
      return scale * since * since * since + most;
    },
  };
}
