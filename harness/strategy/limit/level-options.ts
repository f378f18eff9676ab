import { z } from 'zod';
import { count } from '../../../sim/kernel/units.ts';

/** Where a limit that moves starts and between what it stays. */
export interface Level {
  readonly initial: number;
  readonly min: number;
  readonly max?: number | undefined;
}

/** Schemas of the three, with these defaults. */
export function levelOptions(initial: number, min: number, max: number) {
  return {
    initial: count(1)
      .default(initial)
      .describe('The limit at the start')
      .meta({ examples: [initial] }),
    min: count(1)
      .default(min)
      .describe('Never below')
      .meta({ examples: [min] }),
    max: count(1)
      .default(max)
      .describe('Never above')
      .meta({ examples: [max] }),
  };
}

/** For limits that read durations, whose sources hear nothing of refusals. */
export const decreaseOption = z
  .number()
  .gt(0)
  .max(1)
  .default(0.9)
  .describe('The limit is multiplied by this after a refusal or loss, once a round trip; 1: not at all, as in the source')
  .meta({ examples: [0.9] });

/** Adds the rule that a limit starts within its bounds. */
export function withinBounds<T extends z.ZodType<Level, unknown>>(schema: T): T {
  return schema.check((context) => {
    const { initial, min, max = Number.POSITIVE_INFINITY } = context.value;
    if (min <= initial && initial <= max) return;
    const message = `expected min ≤ initial ≤ max, found min ${min}, initial ${initial}, max ${max}`;
    context.issues.push({ code: 'custom', input: context.value, message });
  }) as T;
}
