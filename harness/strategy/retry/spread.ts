import { duration } from '../../../sim/kernel/units.ts';
import { longestDelayMs } from './bounds.ts';
import { createJitter, type JitterChoice, jitterChoice } from './jitter/choice.ts';
import type { Past } from './retry.ts';

/** Options that every rule with a delay has. */
export interface SpreadOptions {
  readonly cap?: number | undefined;
  readonly jitter?: JitterChoice | undefined;
}

export const spreadOptions = {
  cap: duration
    .optional()
    .describe('No wait is longer, jitter included')
    .meta({ examples: ['20s'] }),
  jitter: jitterChoice.optional(),
};

/** Applies the cap, the jitter, and the cap again: what is at the cap is still spread by jitter that shortens. */
export function spreader({ cap, jitter }: SpreadOptions) {
  const limit = Math.min(cap ?? longestDelayMs, longestDelayMs);
  const spread = createJitter(jitter);
  return {
    limit,
    spread: (delayMs: number, baseMs: number, past: Past, uniform: number): number =>
      Math.min(spread(Math.min(delayMs, limit), Math.min(baseMs, limit), past.previousDelayMs, uniform), limit),
  };
}
