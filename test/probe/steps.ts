import type { StepFigures } from '../../harness/probe/figures.ts';
import type { Sample } from '../../harness/probe/user.ts';

/** A sample that ended as `outcome`. */
export function sample(outcome: Sample['outcome']['class'], startedMs: number, tookMs: number): Sample {
  return { startedMs, tookMs, outcome: { class: outcome, reason: 'test' }, waitMs: 0 };
}

/** What a step at this concurrency would show with so many answers a second and such a share refused. */
export function stepOf(concurrency: number, goodputPerSecond: number, refusedShare: number, more: Partial<StepFigures> = {}): StepFigures {
  return {
    concurrency,
    sent: 100,
    answered: Math.round(100 * (1 - refusedShare)),
    refused: Math.round(100 * refusedShare),
    failed: 0,
    cancelled: 0,
    classes: {},
    sendingSeconds: 10,
    goodputPerSecond,
    refusedShare,
    answerMs: { p50: 1000, p95: 1000 },
    refusalMs: { p50: null },
    cutShort: null,
    ...more,
  };
}
