import { z } from 'zod';
import { duration, number } from '../../../sim/kernel/units.ts';
import { failureList } from './failures.ts';

const jitterSchema = z
  .union([
    number(0, 'a share')
      .describe('The hint is multiplied by 1 + U(0, jitter)')
      .meta({ examples: [0.2] }),
    z
      .strictObject({
        additive: duration.describe('Largest part added').meta({ examples: ['750ms'] }),
      })
      .describe('U(0, additive) is added to the hint')
      .meta({ examples: [{ additive: '750ms' }] }),
  ])
  .describe('What is added to a hint at random; default 0.2')
  .meta({ examples: [0.2, { additive: '750ms' }] });

/** Keys that change nothing beside a use. */
const idle: { readonly [use: string]: readonly ('jitter' | 'max' | 'over' | 'above' | 'zero' | 'required')[] } = {
  ignore: ['jitter', 'max', 'over', 'above', 'zero', 'required'],
  exact: ['jitter', 'above'],
  add: ['above'],
};

export const hintSchema = z
  .strictObject({
    use: z
      .enum(['ignore', 'floor', 'exact', 'add'])
      .optional()
      .describe('ignore it; floor: wait at least so long; exact: wait so long and no longer; add: to the backoff. Default floor')
      .meta({ examples: ['floor'] }),
    jitter: jitterSchema.optional(),
    max: duration
      .optional()
      .describe('The longest hint to follow, itself included; default 60s')
      .meta({ examples: ['60s'] }),
    over: z
      .enum(['give-up', 'use-backoff', 'clamp'])
      .optional()
      .describe('For a longer one: give-up at once; use-backoff as if there were none; clamp: wait max only. Default give-up')
      .meta({ examples: ['give-up'] }),
    above: duration
      .optional()
      .describe('With floor: a hint counts at most so much above the backoff, as in the AWS SDKs (5s); default without a bound')
      .meta({ examples: ['5s'] }),
    zero: z
      .enum(['now', 'use-backoff'])
      .optional()
      .describe('For a hint of 0 or of a time gone by: now, or use-backoff as if there were none. Default now')
      .meta({ examples: ['use-backoff'] }),
    required: failureList
      .optional()
      .describe('Failures of these classes are not retried without a hint; default none')
      .meta({ examples: [['rate_limited']] }),
  })
  .check((context) => {
    const { use = 'floor' } = context.value;
    for (const key of idle[use] ?? []) {
      const input = context.value[key];
      if (input === undefined) continue;
      context.issues.push({ code: 'custom', input, path: [key], message: `${key} changes nothing beside use: ${use}` });
    }
  })
  .describe('What to do with the wait that a provider asks for (Retry-After and its like)')
  .meta({ examples: [{ use: 'floor', jitter: 0.2, max: '60s', over: 'give-up' }] });
