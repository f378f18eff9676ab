import { z } from 'zod';
import { define } from '../../kernel/plugin.ts';
import type { Dialect } from '../dialect.ts';
import { keepAliveOption } from '../keep-alive-option.ts';
import { done, eventOf } from '../openai/chat-style.ts';
import { createCompatible } from '../openai/compatible.ts';
import { type OpenrouterOptions, openrouterChunk, openrouterError, openrouterErrors, openrouterShape, provider } from './errors.ts';

const options = z
  .strictObject({
    capacity: z
      .enum(['upstream', 'no-provider'])
      .default('upstream')
      .describe('How it says that it is full: upstream is the 429 of a provider behind it, no-provider a 503 because none is left')
      .meta({ examples: ['no-provider'] }),
    serverError: z
      .enum(['provider', 'timeout'])
      .default('provider')
      .describe('A failure inside: provider is a 502 of the one behind it, timeout a 408')
      .meta({ examples: ['timeout'] }),
    keepAlive: keepAliveOption('it sends a comment in a stream'),
  })
  .describe('OpenRouter')
  .meta({ examples: [{ capacity: 'no-provider' }] });

export const openrouter = define<OpenrouterOptions, Dialect>({
  name: 'openrouter',
  summary:
    'OpenRouter chat completions: codes are statuses, finer names in metadata; at capacity is a 429 of the provider behind it or a 503',
  options,
  examples: [
    [{ capacity: 'upstream' }, { capacity: 'no-provider' }],
    [{ serverError: 'provider' }, { serverError: 'timeout' }],
    [{ keepAlive: '10s' }, { keepAlive: 'none' }],
  ],
  create: (chosen) =>
    createCompatible({
      name: 'openrouter',
      keyVariable: 'OPENROUTER_API_KEY',
      rows: openrouterErrors(chosen),
      shape: openrouterShape,
      style: {
        idPrefix: 'gen-',
        fields: { provider },
        full: false,
        last: (usage) => ({ usage }),
        error: (body, common) => eventOf(openrouterChunk(body, common)) + done,
      },
      paths: ['/api/v1/chat/completions'],
      modelsPath: '/api/v1/models',
      find: openrouterError,
      asksUsage: false,
      requestId: () => ({}),
      keepAlive: chosen.keepAlive === 'none' ? undefined : { everyMs: chosen.keepAlive, stream: ': OPENROUTER PROCESSING\n\n' },
    }),
});
