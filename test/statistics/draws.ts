import { Luck, probit, type Stream } from '../../sim/kernel/random.ts';

/** Synthetic data: everything is drawn from laws whose truth is known, trial by trial. */
export type Draw = () => number;

/** Uniform numbers of one trial of one setting, one after another. */
export function drawsOf(setting: string, trial: number): Draw {
  const stream: Stream = new Luck(1, 0).stream('statistics', setting);
  let n = 0;
  return () => stream.uniform(trial, n++);
}

/** How many of `n` fail with probability `p`: by inversion where few do, else by the normal approximation. */
export function binomial(n: number, p: number, draw: Draw): number {
  const mean = n * p;
  if (mean > 100) return Math.min(n, Math.max(0, Math.round(mean + Math.sqrt(mean * (1 - p)) * probit(draw()))));
  const uniform = draw();
  let term = Math.exp(n * Math.log1p(-p));
  let k = 0;
  for (let sum = term; uniform > sum && k < n; sum += term) {
    k++;
    term *= ((n - k + 1) / k) * (p / (1 - p));
  }
  return k;
}

/** A factor with mean 1 and this standard deviation of its logarithm. */
export function noise(sd: number, draw: Draw): number {
  return sd === 0 ? 1 : Math.exp(sd * probit(draw()) - (sd * sd) / 2);
}

/** A number of trials of one kind, with the share that did as asked. */
export function shareOf(trials: number, holds: (trial: number) => boolean): number {
  let count = 0;
  for (let trial = 0; trial < trials; trial++) if (holds(trial)) count++;
  return count / trials;
}
