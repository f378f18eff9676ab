import type { Micros } from '../../sim/kernel/clock.ts';
import type { Step, Story } from './story.ts';

/** Waits are timers of whole milliseconds. */
export const timerSlackMs = 1;

/** A request that was sent again to the model of its attempt before, which had ended. */
export interface Wait {
  readonly before: Step & { readonly endedAt: Micros };
  readonly after: Step;
  readonly ms: number;
  /** Which wait at this model it is, from 0. */
  readonly number: number;
}

/** The waits between a request's attempts at one and the same model, in the order of the later sends. */
export function waitsOf({ steps }: Story): readonly Wait[] {
  const last = new Map<string, { step: Step; number: number }>();
  const waits: Wait[] = [];
  for (const after of steps) {
    const known = last.get(after.model);
    const number = (known?.number ?? -1) + 1;
    last.set(after.model, { step: after, number });
    const before = known?.step;
    if (before === undefined || !hasEnded(before) || before.endedAt > after.sentAt) continue;
    waits.push({ before, after, ms: (after.sentAt - before.endedAt) / 1000, number: number - 1 });
  }
  return waits;
}

export function hasEnded(step: Step): step is Step & { readonly endedAt: Micros } {
  return step.endedAt !== undefined;
}
