import { z } from 'zod';

/** For plug-ins that have nothing to set. */
export const noOptions = z
  .strictObject({})
  .describe('No options')
  .meta({ examples: [{}] });
export type NoOptions = z.output<typeof noOptions>;
