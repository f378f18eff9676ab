import { z } from 'zod';
import { positiveDuration } from '../kernel/units.ts';

/** How often a request that waits for a slot hears of it: ms, or never. How often it really is, nobody says. */
export function keepAliveOption(what: string) {
  return z
    .union([
      positiveDuration.describe('From one to the next').meta({ examples: ['500ms'] }),
      z
        .literal('none')
        .describe('None is sent')
        .meta({ examples: ['none'] }),
    ])
    .prefault('10s')
    .describe(`How often ${what} while a request waits for a slot`)
    .meta({ examples: ['500ms'] });
}
