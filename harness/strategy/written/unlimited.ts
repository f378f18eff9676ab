import { z } from 'zod';

/** In the place of a bound. */
export const unlimited = z
  .literal('unlimited')
  .describe('No bound')
  .meta({ examples: ['unlimited'] });
