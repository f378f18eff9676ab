import { z } from 'zod';
import { define } from '../../kernel/plugin.ts';
import type { Dialect } from '../dialect.ts';
import { createCompatible } from '../openai/compatible.ts';
import { quotaHeadersOf } from '../openai/quota-headers.ts';
import { type GroqOptions, groqErrors, groqShape } from './errors.ts';

const options = z
  .strictObject({
    serviceTier: z
      .enum(['on_demand', 'flex'])
      .default('on_demand')
      .describe('The tier that requests are in: at capacity on_demand answers 503, flex at once 498')
      .meta({ examples: ['flex'] }),
    notFound: z
      .enum(['unknown', 'decommissioned'])
      .default('unknown')
      .describe('A model that is not there: unknown is a 404, decommissioned the 400 of one that was there')
      .meta({ examples: ['decommissioned'] }),
  })
  .describe('Groq')
  .meta({ examples: [{ serviceTier: 'flex' }] });

/** Requests are those of a day, tokens those of a minute. */
const quotaHeaders = quotaHeadersOf({ requests: ['day'], tokens: ['tokens', 'input-tokens', 'output-tokens'] });

export const groq = define<GroqOptions, Dialect>({
  name: 'groq',
  summary: 'Groq chat completions: at capacity is a 503, in the flex tier a 498; a request that is too large looks like a rate limit',
  options,
  examples: [
    [{ serviceTier: 'on_demand' }, { serviceTier: 'flex' }],
    [{ notFound: 'unknown' }, { notFound: 'decommissioned' }],
  ],
  create: (chosen) =>
    createCompatible({
      name: 'groq',
      keyVariable: 'GROQ_API_KEY',
      rows: groqErrors(chosen),
      shape: groqShape,
      style: {
        idPrefix: 'chatcmpl-',
        fields: { system_fingerprint: 'fp_simulated' },
        full: false,
        last: (usage, id) => ({ x_groq: { id: id.replace('chatcmpl-', 'req_'), usage } }),
      },
      paths: ['/openai/v1/chat/completions'],
      modelsPath: '/openai/v1/models',
      requestId: (id) => ({ 'x-request-id': id }),
      quotaHeaders,
    }),
});
