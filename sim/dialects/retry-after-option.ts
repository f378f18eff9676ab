import { z } from 'zod';

/** For dialects of which nobody knows a wait. */
export const retryAfterOption = z
  .boolean()
  .default(false)
  .describe('Whether waits are sent as `retry-after`; none was seen, so by default a client is told none')
  .meta({ examples: [true] });
