import { z } from 'zod';
import { define } from '../../kernel/plugin.ts';
import type { Dialect } from '../dialect.ts';
import { createCompatible } from '../openai/compatible.ts';
import { retryAfterOption } from '../retry-after-option.ts';
import { type MistralOptions, mistralError, mistralErrors, mistralShape } from './errors.ts';

const options = z
  .strictObject({
    capacity: z
      .enum(['plain', 'coded', 'unavailable'])
      .default('plain')
      .describe('How it says that it is full: plain is the 429 that was captured; coded a 429 with code 3505; unavailable a 503')
      .meta({ examples: ['coded'] }),
    retryAfter: retryAfterOption,
  })
  .describe('Mistral')
  .meta({ examples: [{ capacity: 'unavailable' }] });

export const mistral = define<MistralOptions, Dialect>({
  name: 'mistral',
  summary: 'Mistral chat completions: errors without an envelope; at capacity is a 429, in some accounts of it a 503',
  options,
  examples: [
    [{ capacity: 'plain' }, { capacity: 'coded' }],
    [{ capacity: 'coded' }, { capacity: 'unavailable' }],
    [{ retryAfter: false }, { retryAfter: true }],
  ],
  create: (chosen) =>
    createCompatible({
      name: 'mistral',
      keyVariable: 'MISTRAL_API_KEY',
      rows: mistralErrors(chosen),
      shape: mistralShape(chosen),
      // The chunk that ends a stream says what was used, and no request may ask for it.
      style: { idPrefix: '', fields: {}, full: false, last: (usage) => ({ usage }) },
      paths: ['/v1/chat/completions'],
      modelsPath: '/v1/models',
      find: mistralError,
      asksUsage: false,
      requestId: (id) => ({ 'mistral-correlation-id': id }),
    }),
});
