import { z } from 'zod';

/** Where a thread writes what it is about to do that may end its process: one line of JSON each. */
export const notesFd = 3;

export const noteSchema = z.object({
  /** What would be the failure, were this the last thing the thread did; `over` when it was not. */
  kind: z.enum(['exited', 'killed', 'memory', 'over']),
  /** Such as `process.exit(1)`. */
  call: z.string(),
  place: z.object({ module: z.string(), line: z.number() }).optional(),
  virtualMs: z.number().optional(),
});

export type Note = z.output<typeof noteSchema>;
