import { z } from 'zod';
import { count, positiveDuration } from '../../../sim/kernel/units.ts';
import { unlimited } from './unlimited.ts';

/** `park:` of a strategy as written. */
export const parkSchema = z
  .strictObject({
    length: z
      .union([
        count(1)
          .describe('Requests')
          .meta({ examples: [100] }),
        unlimited,
      ])
      .optional()
      .describe('Requests of one client that may be parked at once; the next one fails. Default 100')
      .meta({ examples: [100, 'unlimited'] }),
    maxWait: z
      .union([positiveDuration.describe('Longest wait').meta({ examples: ['60s'] }), unlimited])
      .optional()
      .describe('A request that has been parked for longer fails; default 60s')
      .meta({ examples: ['60s', 'unlimited'] }),
    every: positiveDuration
      .optional()
      .describe('How often the first in line is tried again while nothing succeeds; after a success at once. Default 5s')
      .meta({ examples: ['5s'] }),
  })
  .describe('Where requests wait and are tried again when retries and route are used up; without it they fail')
  .meta({ examples: [{ length: 100, maxWait: '60s', every: '5s' }] });

export type WrittenPark = z.output<typeof parkSchema>;
