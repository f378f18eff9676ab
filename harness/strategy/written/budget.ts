import { z } from 'zod';
import { budgets } from '../budget/registry.ts';
import { choice } from './choice.ts';

const budgetObject = choice('budget', budgets, {
  per: z
    .enum(['client', 'fleet'])
    .optional()
    .describe('client: each client has its own; fleet: one for all of them. Default client')
    .meta({ examples: ['client'] }),
})
  .describe('How much a client may add to its own load: attempts beyond the first, on the same target or another. Default no bound')
  .meta({ examples: [{ ratio: 0.2 }, { aws: {} }] });

export type WrittenBudget = z.output<typeof budgetObject> & { readonly [tag: string]: unknown };

export const budgetSchema: z.ZodType<WrittenBudget, unknown> = budgetObject;
