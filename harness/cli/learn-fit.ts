import { showShare } from '../../reports/formats/figures.ts';
import type { Fit } from '../learn/fit.ts';

/** How well earlier days say what later ones had, a sentence or two. */
export function fitWords({ learnedDays, heldDays, arrivals, refused }: Fit): readonly string[] {
  const calls = `The first ${learnedDays} days against the last ${heldDays}. Calls: ${showShare(arrivals.error)} off in the mean over hours; intervals meet in ${arrivals.met} of ${arrivals.hours}.`;
  if (refused.hours === 0) return [calls];
  return [
    calls,
    `Refused: ${showShare(refused.said)} said, ${showShare(refused.came)} came; intervals meet in ${refused.met} of ${refused.hours} hours.`,
  ];
}
