import type { StepFigures } from './figures.ts';
import { alike, bestOf, isOver, smallestAsGood } from './judge.ts';

export interface ClimbBounds {
  /** First concurrency. */
  readonly from: number;
  /** Highest concurrency. */
  readonly max: number;
  /** Share of refusals that is still balance, 0 … 1. */
  readonly balance: number;
  /** Whether a step is beyond another bound than that on refusals; a step that is shown to be ends the way upward at once. */
  readonly beyond?: ((step: StepFigures) => Beyond) | undefined;
}

/** no: within every bound · seen: beyond one, which may be luck · shown: beyond one. */
export type Beyond = 'no' | 'seen' | 'shown';

/** Up to here one by one, above by a quarter. */
const singly = 8;
/** So many steps in a row that bring nothing end the climb. */
const enough = 2;
/** With fewer answers a goodput that does not grow may be luck. */
const tellingAnswers = 20;

/**
 * The concurrency to try after these steps (in the order in which they were made); undefined when nothing is left to find
 * out. First upward until two steps in a row are refused too often or answer no faster, then between the last good and the
 * first bad value until they are neighbours.
 */
export function nextConcurrency(steps: readonly StepFigures[], { from, max, balance, beyond }: ClimbBounds): number | undefined {
  if (steps.length === 0) return from;
  const isTooMuch = (step: StepFigures): boolean => isOver(step, balance) || (beyond?.(step) ?? 'no') !== 'no';
  const top = Math.max(...steps.map(({ concurrency }) => concurrency));
  const climbed = steps.slice(0, steps.findIndex(({ concurrency }) => concurrency === top) + 1);
  const inVain = climbed.slice(-enough).filter((step) => isTooMuch(step) || isFlat(step, climbed));
  const isShown = climbed.slice(-1).some((step) => beyond?.(step) === 'shown');
  if (!isShown && inVain.length < enough && top < max) return Math.min(max, top < singly ? top + 1 : Math.ceil(top * 1.25));
  return between(steps, isTooMuch);
}

/** No more answers per second than with fewer at once. */
function isFlat(step: StepFigures, climbed: readonly StepFigures[]): boolean {
  const lower = climbed.slice(0, climbed.indexOf(step));
  if (lower.length === 0 || step.answered < tellingAnswers) return false;
  return step.goodputPerSecond <= bestOf(lower).goodputPerSecond * (1 + alike);
}

/** Halfway into the gap above the balance point, else into the one below the smallest that is as good as the best. */
function between(steps: readonly StepFigures[], isTooMuch: (step: StepFigures) => boolean): number | undefined {
  const sorted = steps.toSorted((a, b) => a.concurrency - b.concurrency);
  const balanced = sorted.findLastIndex((step) => !isTooMuch(step));
  const good = sorted.indexOf(smallestAsGood(sorted));
  // Where the highest is the best, nothing says that the goodput has ended growing below it.
  const gaps = [balanced + 1, ...(good < sorted.length - 1 ? [good] : [])];
  return gaps.map((upper) => middle(sorted[upper - 1], sorted[upper])).find((found) => found !== undefined);
}

function middle(lower: StepFigures | undefined, upper: StepFigures | undefined): number | undefined {
  if (lower === undefined || upper === undefined || upper.concurrency - lower.concurrency < 2) return undefined;
  return Math.floor((lower.concurrency + upper.concurrency) / 2);
}
