import { z } from 'zod';
import { count, share } from '../../../sim/kernel/units.ts';
import { hedges } from '../hedge/registry.ts';
import { choice } from './choice.ts';

const hedgeObject = choice('hedge', hedges, {
  copies: count(1, 10)
    .optional()
    .describe('Most copies of one attempt beside its first send; default 1')
    .meta({ examples: [1] }),
  budget: z
    .union([
      share.describe('Copies for each attempt').meta({ examples: [0.05] }),
      z
        .literal('unlimited')
        .describe('No bound')
        .meta({ examples: ['unlimited'] }),
    ])
    .optional()
    .describe('Copies for each attempt on the whole, of which 10 may be saved up; default 0.1')
    .meta({ examples: [0.05, 'unlimited'] }),
});

export type WrittenHedge = z.output<typeof hedgeObject> & { readonly [tag: string]: unknown };

export const hedgeSchema: z.ZodType<WrittenHedge, unknown> = hedgeObject
  .describe(
    'Sends an attempt once more to the same target while it has not answered; the first token, or the first plain answer, wins and the others are cancelled. Default: never. A copy goes only when a permit and its turn in the pace are there at once',
  )
  .meta({ examples: [{ percentile: { p: 95 }, budget: 0.05 }] });
