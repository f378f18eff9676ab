import { z } from 'zod';
import { duration } from '../../../sim/kernel/units.ts';
import { longestDelayMs } from './bounds.ts';
import { createJitter, type JitterChoice, jitterChoice } from './jitter/choice.ts';
import type { Past } from './retry.ts';

/** Options that every rule with a delay has. */
export interface SpreadOptions {
  readonly cap?: number | undefined;
  readonly jitter?: JitterChoice | undefined;
  readonly round?: 'floor' | 'nearest' | undefined;
}

export const spreadOptions = {
  cap: duration
    .optional()
    .describe('No wait is longer, jitter included')
    .meta({ examples: ['20s'] }),
  jitter: jitterChoice.optional(),
  round: z
    .enum(['floor', 'nearest'])
    .optional()
    .describe('Waits after jitter in whole milliseconds, cut (AWS) or rounded (p-retry); default as they are')
    .meta({ examples: ['floor'] }),
};

const rounding = { floor: Math.floor, nearest: Math.round };

/** Applies the cap, the jitter, whole milliseconds, and the cap again: what is at the cap is still spread by jitter that shortens. */
export function spreader({ cap, jitter, round }: SpreadOptions) {
  const limit = Math.min(cap ?? longestDelayMs, longestDelayMs);
  const spread = createJitter(jitter);
  const rounded = round === undefined ? (delayMs: number) => delayMs : rounding[round];
  return {
    limit,
    spread: (delayMs: number, baseMs: number, past: Past, uniform: number): number =>
      Math.min(rounded(spread(Math.min(delayMs, limit), Math.min(baseMs, limit), past.previousDelayMs, uniform)), limit),
  };
}
