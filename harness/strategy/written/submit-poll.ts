import { z } from 'zod';
import { count, positiveDuration } from '../../../sim/kernel/units.ts';
import { distributionSchema } from '../../../sim/provider/schema/distribution.ts';
import { unlimited } from './unlimited.ts';

/** `submit-poll:` of a strategy as written. */
export const submitPollSchema = z
  .strictObject({
    submit: distributionSchema
      .optional()
      .describe('How long it takes to submit a job and to be told that it was taken; default 5ms')
      .meta({ examples: ['5ms', { p50: '8ms', p99: '60ms' }] }),
    queue: z
      .union([
        count(0)
          .describe('Jobs')
          .meta({ examples: ['10k'] }),
        unlimited,
      ])
      .optional()
      .describe('Jobs that may wait for a worker; the next one is refused when it is submitted. Default 10k')
      .meta({ examples: ['10k', 'unlimited'] }),
    workers: count(1)
      .optional()
      .describe('Jobs that are worked on at once; default 8')
      .meta({ examples: [8] }),
    attempts: z
      .union([
        count(1)
          .describe('Times')
          .meta({ examples: [3] }),
        unlimited,
      ])
      .optional()
      .describe('How often a job is taken up when it fails in a way that may pass, from the tail each time; default unlimited')
      .meta({ examples: [3, 'unlimited'] }),
    pause: positiveDuration
      .optional()
      .describe('After a job failed no more are worked on than are under way then, and one more for each pause that passes; default 1s')
      .meta({ examples: ['1s'] }),
    poll: positiveDuration
      .optional()
      .describe('How often callers look whether their job is done; default 1s')
      .meta({ examples: ['1s'] }),
    per: z
      .enum(['client', 'fleet'])
      .optional()
      .describe('client: each client has its own queue and workers; fleet: one for all clients. Default client')
      .meta({ examples: ['client'] }),
  })
  .describe('Takes requests as jobs: callers are told at once that theirs was taken, workers do it, and callers poll for the result')
  .meta({ examples: [{ workers: 8, queue: '10k', poll: '1s', submit: '5ms' }] });
