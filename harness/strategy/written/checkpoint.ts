import { z } from 'zod';
import { count, duration } from '../../../sim/kernel/units.ts';

/** `checkpoint:` of a strategy as written. */
export const checkpointSchema = z
  .strictObject({
    every: count(1)
      .optional()
      .describe('Jobs of a chunk: all of it is done, and the progress written, before the next one begins. Default 10')
      .meta({ examples: [10] }),
    pause: duration
      .optional()
      .describe('How long no new job begins after one that met no capacity; default 30s')
      .meta({ examples: ['30s'] }),
  })
  .describe(
    'Works through a batch in chunks and keeps what is done, so that after a crash it goes on where it was; without it a crash loses all',
  )
  .meta({ examples: [{ every: 10, pause: '30s' }] });
