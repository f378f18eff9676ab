import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import { count, duration } from '../../../sim/kernel/units.ts';
import { mostActors } from '../bounds.ts';
import type { Arrivals } from './arrivals.ts';

/** People who wait for the answer before they ask again. */
export const users = define({
  name: 'users',
  summary: 'a fixed number of users who think, ask, and wait for the answer; a slow provider slows them down',
  formula: 'think time exponential with mean `think`; with none refused the rate is count / (think + latency). Closed loop: not paired',
  options: z
    .strictObject({
      count: count(1, mostActors)
        .describe('How many users')
        .meta({ examples: [50] }),
      think: duration.describe('Mean time from an answer to the next question').meta({ examples: ['30s'] }),
    })
    .describe('Users who wait for their answers')
    .meta({ examples: [{ count: 50, think: '30s' }] }),
  examples: [
    [
      { count: 50, think: '30s' },
      { count: 60, think: '30s' },
    ],
    [
      { count: 50, think: '30s' },
      { count: 50, think: '20s' },
    ],
  ],
  create: ({ count: users, think }): Arrivals => ({ kind: 'users', count: users, thinkMs: think }),
});
