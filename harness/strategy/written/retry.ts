import { z } from 'zod';
import { type AttemptClass, attemptClasses } from '../../../reports/result/outcome.ts';
import { count, duration, number } from '../../../sim/kernel/units.ts';
import { retries } from '../retry/registry.ts';
import { choice } from './choice.ts';

/** Classes a strategy can name: every failure but its own cancelling. */
type FailureName = Exclude<AttemptClass, 'ok' | 'cancelled'>;
const failureNames = attemptClasses.filter((name): name is FailureName => name !== 'ok' && name !== 'cancelled');

export const failureList = z.array(
  z
    .enum(failureNames)
    .describe('A class of failed attempts')
    .meta({ examples: ['capacity'] }),
);

const hintSchema = z
  .strictObject({
    use: z
      .enum(['ignore', 'floor', 'exact', 'add'])
      .optional()
      .describe('ignore it; floor: wait at least so long; exact: wait so long and no longer; add: to the backoff. Default floor')
      .meta({ examples: ['floor'] }),
    jitter: number(0, 'a share')
      .optional()
      .describe('The hint is multiplied by 1 + U(0, jitter); default 0.2')
      .meta({ examples: [0.2] }),
    max: duration
      .optional()
      .describe('The longest hint to follow, itself included; default 60s')
      .meta({ examples: ['60s'] }),
    over: z
      .enum(['give-up', 'use-backoff', 'clamp'])
      .optional()
      .describe('For a longer one: give-up at once; use-backoff as if there were none; clamp: wait max only. Default give-up')
      .meta({ examples: ['give-up'] }),
  })
  .check((context) => {
    const { use, ...rest } = context.value;
    const idle = use === 'ignore' ? (['jitter', 'max', 'over'] as const) : use === 'exact' ? (['jitter'] as const) : [];
    for (const key of idle) {
      if (rest[key] === undefined) continue;
      context.issues.push({ code: 'custom', input: rest[key], path: [key], message: `${key} changes nothing beside use: ${use}` });
    }
  })
  .describe('What to do with the wait that a provider asks for (Retry-After and its like)')
  .meta({ examples: [{ use: 'floor', jitter: 0.2, max: '60s', over: 'give-up' }] });

const retryObject = choice('retry rule', retries, {
  attempts: count(1)
    .optional()
    .describe('Sends to one target, the first included; default 3, with list one more than its waits')
    .meta({ examples: [3] }),
  totalAttempts: count(1)
    .optional()
    .describe('Sends of one request over all targets')
    .meta({ examples: [6] }),
  totalWait: duration
    .optional()
    .describe('A wait that would bring the sum of one request’s waits above this is not begun')
    .meta({ examples: ['30s'] }),
  when: failureList
    .optional()
    .describe(
      'Classes to retry; default capacity, rate_limited, server_error, connection, timeout, and truncated or malformed before the first token',
    )
    .meta({ examples: [['capacity', 'rate_limited', 'server_error']] }),
  hint: hintSchema.optional(),
})
  .describe('The wait before each retry, and how many')
  .meta({ examples: [{ exponential: { base: '1s' }, attempts: 5 }] });

type Tags = { readonly [tag: string]: unknown };

export type WrittenRetry = 'none' | (z.output<typeof retryObject> & Tags);

export const retrySchema: z.ZodType<WrittenRetry, unknown> = z
  .union([
    z
      .literal('none')
      .describe('No second try')
      .meta({ examples: ['none'] }),
    retryObject,
  ])
  .describe('Whether, when and after which wait a failed attempt is sent to the same target again; default none')
  .meta({ examples: ['none', { exponential: { base: '1s', jitter: { scale: [0, 1] } }, attempts: 5 }] });
