/**
 * Probabilities of several tests, each raised to what it takes to keep the chance of any false finding at its level:
 * ascending, the i-th of m (from 0) times m − i, never below the one before, at most 1. Same order as given.
 * Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6 (1979).
 */
export function holm(probabilities: readonly number[]): readonly number[] {
  const order = probabilities.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p);
  const adjusted = new Array<number>(probabilities.length);
  let least = 0;
  order.forEach(({ p, index }, i) => {
    least = Math.max(least, Math.min(1, p * (order.length - i)));
    adjusted[index] = least;
  });
  return adjusted;
}
