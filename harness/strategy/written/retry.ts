import { z } from 'zod';
import { tagged } from '../../../sim/kernel/tagged.ts';
import { count, duration } from '../../../sim/kernel/units.ts';
import { retries } from '../retry/registry.ts';
import { choice } from './choice.ts';
import { failureList, failureName } from './failures.ts';
import { hintSchema } from './hint.ts';

const statusList = z.array(
  z
    .union([
      count(400, 599)
        .describe('An HTTP status')
        .meta({ examples: [429] }),
      z
        .enum(['4xx', '5xx'])
        .describe('All from 400 to 499, from 500 to 599')
        .meta({ examples: ['5xx'] }),
    ])
    .describe('One HTTP status, or a hundred of them')
    .meta({ examples: [429, '5xx'] }),
);

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
  statuses: statusList
    .optional()
    .describe('HTTP error statuses to retry; when then decides only for failures without one, such as a lost connection')
    .meta({ examples: [[408, 409, 429, '5xx']] }),
  perClass: z
    .partialRecord(
      failureName,
      tagged('retry rule', retries, {})
        .describe('The wait after failures of this class')
        .meta({ examples: [{ exponential: { base: '1s' } }] }),
    )
    .optional()
    .describe('Other waits after failures of some classes')
    .meta({ examples: [{ rate_limited: { exponential: { base: '1s', cap: '20s' } } }] }),
  shouldRetry: z
    .enum(['follow', 'ignore'])
    .optional()
    .describe('follow: an x-should-retry of the provider decides before statuses and when; ignore it. Default follow')
    .meta({ examples: ['ignore'] }),
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
