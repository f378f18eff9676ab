import type { Parts } from '../measures/measure.ts';
import type { Interval } from '../summary.ts';
import { clopperPearson } from './clopper-pearson.ts';
import { tQuantile } from './student.ts';

/** The design effect: how much wider than with independent requests the share varies between replications; at least 1. */
function designEffect(replications: readonly Parts[], part: number, whole: number): number {
  const p = part / whole;
  const squares = replications.reduce((sum, each) => {
    const residual = each.part - p * each.whole;
    return sum + residual * residual;
  }, 0);
  const variance = ((replications.length / (replications.length - 1)) * squares) / (whole * whole);
  return Math.max(1, (variance * whole) / (p * (1 - p)));
}

/**
 * 95 % interval of a share over R replications: Clopper-Pearson with the sample size that the variation between
 * replications leaves, n* = N / deff · (1.96 / t)², t with R − 1 degrees of freedom; N where deff is 1. Without a failure
 * [0, 1 − 0.025^(1/N)], with failures alone its mirror image. Null without anything counted, and for a single replication: it
 * shows nothing of how replications differ.
 * Korn and Graubard, "Confidence intervals for proportions with small expected number of positive counts", Survey
 * Methodology 24 (1998).
 */
export function kornGraubard(replications: readonly Parts[]): Interval | null {
  const part = replications.reduce((sum, each) => sum + each.part, 0);
  const whole = replications.reduce((sum, each) => sum + each.whole, 0);
  if (replications.length < 2 || whole <= 0) return null;
  const reach = -Math.expm1(Math.log(0.025) / whole);
  if (part <= 0) return [0, reach];
  if (part >= whole) return [1 - reach, 1];
  const effect = designEffect(replications, part, whole);
  const shrink = 1.96 / tQuantile(0.975, replications.length - 1);
  const size = effect === 1 ? whole : (whole / effect) * shrink * shrink;
  return clopperPearson((part / whole) * size, size);
}
