import { z } from 'zod';
import { positiveDuration } from '../../sim/kernel/units.ts';
import { presets } from './presets/registry.ts';
import { adaptSchema } from './written/adapt.ts';
import { breakerSchema } from './written/breaker.ts';
import { budgetSchema } from './written/budget.ts';
import { checkpointSchema } from './written/checkpoint.ts';
import { classifySchema } from './written/classify.ts';
import { codeSchema } from './written/code.ts';
import { deferSchema } from './written/defer.ts';
import { hedgeSchema } from './written/hedge.ts';
import { limitSchema } from './written/limit.ts';
import { paceSchema } from './written/pace.ts';
import { parkSchema } from './written/park.ts';
import { retrySchema } from './written/retry.ts';
import { routeSchema } from './written/route.ts';
import { submitPollSchema } from './written/submit-poll.ts';

const timeoutSchema = z
  .strictObject({
    headers: positiveDuration
      .optional()
      .describe('From the send to the headers')
      .meta({ examples: ['30s'] }),
    attempt: positiveDuration
      .optional()
      .describe('One attempt as a whole')
      .meta({ examples: ['60s'] }),
    firstToken: positiveDuration
      .optional()
      .describe('From the send to the first token of a stream')
      .meta({ examples: ['10s'] }),
    idle: positiveDuration
      .optional()
      .describe('Silence between two signs of life of a stream')
      .meta({ examples: ['15s'] }),
  })
  .describe('Bounds on one attempt; none by default')
  .meta({ examples: [{ headers: '30s', attempt: '60s', firstToken: '10s', idle: '15s' }] });

const base = z.strictObject({
  name: z
    .string()
    .min(1)
    .optional()
    .describe('What reports call it; default the name of the preset or file')
    .meta({ examples: ['backoff'] }),
  preset: z
    .enum(Object.keys(presets) as (keyof typeof presets)[])
    .optional()
    .describe('A ready strategy; keys beside it replace its own')
    .meta({ examples: ['article-backoff'] }),
  file: z
    .string()
    .min(1)
    .optional()
    .describe('A file that holds one strategy; keys beside it replace its own')
    .meta({ examples: ['./my-strategy.yaml'] }),
  code: codeSchema.optional(),
  classify: classifySchema.optional(),
  retry: retrySchema.optional(),
  limit: limitSchema.optional(),
  budget: budgetSchema.optional(),
  pace: paceSchema.optional(),
  hedge: hedgeSchema.optional(),
  route: routeSchema.optional(),
  breaker: breakerSchema.optional(),
  timeout: timeoutSchema.optional(),
  park: parkSchema.optional(),
  adapt: adaptSchema.optional(),
  defer: deferSchema.optional(),
  checkpoint: checkpointSchema.optional(),
  'submit-poll': submitPollSchema.optional(),
});

/** One strategy as written in a file, decoded: durations in milliseconds, nothing filled in. */
export type WrittenStrategy = z.output<typeof base> & { over?: string | WrittenStrategy | undefined };

/** One strategy as written in a file. */
export const strategySchema: z.ZodType<WrittenStrategy, unknown> = base
  .extend({
    over: z
      .union([
        z
          .string()
          .min(1)
          .describe('A strategy of this file, or a preset')
          .meta({ examples: ['openai-node-6'] }),
        z.lazy((): z.ZodType<WrittenStrategy, unknown> => strategySchema),
      ])
      .optional()
      .describe('The client underneath, whose own retries come first: a strategy of this file, a preset, or one written here')
      .meta({ examples: ['openai-node-6', { retry: { fixed: '1s' } }] }),
  })
  .check((context) => {
    const { preset, file, code } = context.value;
    if (preset !== undefined && file !== undefined)
      context.issues.push({ code: 'custom', input: file, path: ['file'], message: 'expected preset or file, found both' });
    if (context.value.hedge !== undefined && context.value.over !== undefined) {
      const message = 'hedge sends attempts, and those are made by the client underneath: write it there';
      context.issues.push({ code: 'custom', input: context.value.hedge, path: ['hedge'], message });
    }
    if (code === undefined) return;
    for (const key of Object.keys(context.value) as (keyof typeof context.value)[]) {
      if (key === 'name' || key === 'code' || context.value[key] === undefined) continue;
      const message = `${key} says nothing beside code, which makes its own attempts: leave one of the two out`;
      context.issues.push({ code: 'custom', input: context.value[key], path: [key], message });
    }
  })
  .describe('A client’s strategy: how it classifies, retries, limits and routes')
  .meta({
    examples: [
      { name: 'backoff', retry: { exponential: { base: '1s' } } },
      { preset: 'hammer', timeout: { attempt: '45s' } },
    ],
  });
