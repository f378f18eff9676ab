import jstat from 'jstat';
import type { Interval } from '../summary.ts';

/**
 * Exact interval of a share: `part` of `whole` (part ≤ whole, whole > 0; both may be fractional), from quantiles of the beta
 * distribution. Clopper and Pearson, "The use of confidence or fiducial limits", Biometrika 26 (1934).
 */
export function clopperPearson(part: number, whole: number, confidence = 0.95): Interval {
  const tail = (1 - confidence) / 2;
  const low = part <= 0 ? 0 : jstat.beta.inv(tail, part, whole - part + 1);
  const high = part >= whole ? 1 : jstat.beta.inv(1 - tail, part + 1, whole - part);
  return [low, high];
}
