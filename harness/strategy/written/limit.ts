import { z } from 'zod';
import { count, duration } from '../../../sim/kernel/units.ts';
import { limits } from '../limit/registry.ts';
import { queues } from '../queue/registry.ts';
import { choice, customChoice } from './choice.ts';

const unlimited = z
  .literal('unlimited')
  .describe('No bound')
  .meta({ examples: ['unlimited'] });

const queueSchema = z
  .strictObject({
    length: z
      .union([
        count(0)
          .describe('Waiters')
          .meta({ examples: [100] }),
        unlimited,
      ])
      .optional()
      .describe('Requests that may wait for a permit; the next one is shed. Default unlimited')
      .meta({ examples: [100, 'unlimited'] }),
    maxWait: z
      .union([duration.describe('Longest wait').meta({ examples: ['20s'] }), unlimited])
      .optional()
      .describe('A request that waits longer is shed; default the deadline, at most 20s')
      .meta({ examples: ['20s', 'unlimited'] }),
    order: z
      .union([
        z
          .enum(Object.keys(queues) as (keyof typeof queues)[])
          .describe('An order by its name')
          .meta({ examples: ['fifo'] }),
        customChoice('order of the queue'),
      ])
      .optional()
      .describe('Who gets the next permit; default fifo')
      .meta({ examples: ['fifo'] }),
  })
  .describe('Where requests wait for a permit')
  .meta({ examples: [{ length: 100, maxWait: '20s', order: 'fifo' }] });

const limitObject = choice('limit', limits, {
  per: z
    .enum(['client', 'fleet'])
    .optional()
    .describe('client: each client has its own; fleet: one for all of them. Default client')
    .meta({ examples: ['client'] }),
  hold: z
    .enum(['attempt', 'request'])
    .optional()
    .describe('A permit is held through one attempt, or through the whole request with its waits; default attempt')
    .meta({ examples: ['attempt'] }),
  queue: queueSchema.optional(),
})
  .describe('A limit with its options')
  .meta({ examples: [{ fixed: 5, hold: 'request', queue: { length: 100 } }] });

type Tags = { readonly [tag: string]: unknown };

export type WrittenLimit = number | (z.output<typeof limitObject> & Tags);

export const limitSchema: z.ZodType<WrittenLimit, unknown> = z
  .union([
    count(1)
      .describe('Attempts in flight at most')
      .meta({ examples: [5] }),
    limitObject,
  ])
  .describe('How many attempts may be in flight at once; default no limit')
  .meta({ examples: [5, { aimd: { initial: 3 } }] });
