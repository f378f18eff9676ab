import { z } from 'zod';
import { paces } from '../pace/registry.ts';
import { choice } from './choice.ts';

const paceObject = choice('pace', paces, {
  per: z
    .enum(['client', 'fleet'])
    .optional()
    .describe('client: each client has its own; fleet: one for all of them. Default client')
    .meta({ examples: ['client'] }),
});

export type WrittenPace = z.output<typeof paceObject> & { readonly [tag: string]: unknown };

export const paceSchema: z.ZodType<WrittenPace, unknown> = paceObject
  .describe('Spaces attempts out, between the permit and the send; default none. What is waited counts as waiting for a permit')
  .meta({ examples: [{ 'token-bucket': { requests: '90/m', burst: 15 }, per: 'fleet' }] });
