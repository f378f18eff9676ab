import type { Course, CourseAttempt } from '../../reports/result/kept.ts';
import type { AttemptClass } from '../../reports/result/outcome.ts';
import type { Settled } from '../client/settled.ts';

/** More attempts of one request than these are not noted. */
export const mostSteps = 24;

/** An attempt as it is noted on its way; instants in microseconds. */
export interface Step {
  readonly target: string;
  /** Which of the request's sends to that target. */
  readonly send: number;
  readonly sentAt: number;
  /** Undefined while it is open. */
  endedAt: number | undefined;
  as: AttemptClass | undefined;
}

/** Notes the end of an attempt. */
export function stepEnded(steps: readonly Step[], target: string, send: number, at: number, as: AttemptClass): void {
  for (let i = steps.length - 1; i >= 0; i--) {
    const step = steps[i] as Step;
    if (step.send !== send || step.target !== target || step.endedAt !== undefined) continue;
    step.endedAt = at;
    step.as = as;
    return;
  }
}

/** What became of a request that arrived then. */
export function courseOf(steps: readonly Step[], run: Settled, arrivedAt: number): Course {
  const since = (at: number): number => (at - arrivedAt) / 1000;
  return {
    reason: run.reason,
    gaveUpBy: run.gaveUp,
    queueWaitMs: run.queueWait / 1000,
    backoffMs: run.backoff / 1000,
    deferMs: (run.held ?? 0) / 1000,
    attempts: steps.map(
      ({ target, sentAt, endedAt, as }): CourseAttempt => [
        target,
        since(sentAt),
        endedAt === undefined ? null : since(endedAt),
        as ?? null,
      ],
    ),
  };
}
