import { z } from 'zod';
import { dialectSchema } from '../dialects/schema.ts';
import { tagged } from '../kernel/tagged.ts';
import { duration } from '../kernel/units.ts';
import { faults } from './faults/registry.ts';
import { batchSchema } from './schema/batch.ts';
import { modelSchema } from './schema/model.ts';
import { poolSchema } from './schema/pool.ts';
import { quotaSchema } from './schema/quota.ts';
import type { FaultSpec } from './spec.ts';

/** Each fault draws luck of its own for an attempt; so many have room. */
export const mostFaults = 50;

const network = z
  .strictObject({
    rtt: duration
      .prefault('20ms')
      .describe('Round trip between client and provider')
      .meta({ examples: ['20ms'] }),
  })
  .prefault({})
  .describe('The way to the provider')
  .meta({ examples: [{ rtt: '20ms' }] });

const account = z
  .strictObject({ quota: quotaSchema.optional() })
  .optional()
  .describe('What all models of the provider share')
  .meta({ examples: [{ quota: { rpm: 600 } }] });

/** One entry of `faults`. */
export const faultSchema = tagged('fault', faults, {})
  .describe(`One fault: one of ${Object.keys(faults).join(', ')}`)
  .meta({ examples: [{ outage: { models: ['flagship'], from: '14:10', for: '12m' } }] }) as z.ZodType as z.ZodType<FaultSpec, unknown>;

const name = z.string().min(1, { error: 'expected a name' });

/** `provider:`, or one entry of `providers:`, as written; `resolveProvider` makes a ProviderSpec of what it decodes to. */
export const providerSchema = z
  .strictObject({
    dialect: dialectSchema,
    network,
    account,
    batch: batchSchema.optional(),
    pools: z
      .record(name, poolSchema)
      .default({})
      .describe('Pools of slots by name')
      .meta({ examples: [{ big: { slots: 40 } }] }),
    models: z
      .record(name, modelSchema)
      .refine((models) => Object.keys(models).length > 0, { error: 'expected at least one model' })
      .describe('Models by name')
      .meta({ examples: [{ big: { slots: 8, service: { exponential: '1s' } } }] }),
    faults: z
      .array(faultSchema)
      .max(mostFaults)
      .default([])
      .describe('What goes wrong, and when')
      .meta({ examples: [[{ errors: { models: ['flagship'], share: 0.02, as: 'server_error' } }]] }),
  })
  .check((context) => {
    for (const [model, { slots }] of Object.entries(context.value.models)) {
      if (slots === undefined || !Object.hasOwn(context.value.pools, model)) continue;
      const message = `slots make a pool called ${model}, and there is one already; name it with pool: ${model}, or rename one of the two`;
      context.issues.push({ code: 'custom', input: slots, path: ['models', model, 'slots'], message });
    }
  })
  .describe('A simulated provider: its pools of slots, its models and what goes wrong')
  .meta({ examples: [{ models: { big: { slots: 8, service: { exponential: '1s' } } } }] });

/** A provider as written, decoded: durations in ms, defaults filled in where they are the same for every model. */
export type WrittenProvider = z.output<typeof providerSchema>;
