import type { Measure } from '../measures/measure.ts';

/** Tuning moves a figure by shares of it; a factor like this is the mark of a load, a provider or a file that is not the same. */
const factor = 3;
/** Of a share, so many points beside the factor: one error in a thousand becomes four by luck. */
const points = 0.1;
/** The load offered is not in the strategy's hands. */
const loadFactor = 1.2;

/** Whether two figures differ by more than a change of strategy explains. Endless ones are not judged. */
export function isSuspicious({ unit }: Measure, before: number, after: number): boolean {
  if (!Number.isFinite(before) || !Number.isFinite(after)) return false;
  const [small, large] = [Math.min(before, after), Math.max(before, after)];
  if (unit === 'share' && large - small < points) return false;
  return large > 0 && large >= factor * small;
}

/** Whether the requests offered per replication differ by more than luck. */
export function isOtherLoad(before: number, after: number): boolean {
  const [small, large] = [Math.min(before, after), Math.max(before, after)];
  return large > loadFactor * small;
}
