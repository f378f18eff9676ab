import { z } from 'zod';
import { count, duration } from '../../../sim/kernel/units.ts';
import { limits } from '../limit/registry.ts';
import { queues } from '../queue/registry.ts';
import { choice } from './choice.ts';
import { unlimited } from './unlimited.ts';

const orderObject = choice('order', queues, {})
  .describe('An order with its options, or a module of your own')
  .meta({ examples: [{ priority: { aging: '10s' } }] });

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
        orderObject,
      ])
      .optional()
      .describe('Who gets the next permit; default fifo')
      .meta({ examples: ['fifo', { priority: { aging: '10s' } }] }),
  })
  .describe('Where requests wait for a permit')
  .meta({ examples: [{ length: 100, maxWait: '20s', order: 'fifo' }] });

const limitObject = choice('limit', limits, {
  per: z
    .enum(['target', 'client', 'fleet'])
    .optional()
    .describe(
      'target: each client has its own for each target; client: one for all its targets; fleet: one for all clients. Default client',
    )
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

/** A name, or one order with its options. */
export type WrittenOrder = string | (z.output<typeof orderObject> & Tags);

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
