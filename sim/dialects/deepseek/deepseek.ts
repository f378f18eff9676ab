import { z } from 'zod';
import { define } from '../../kernel/plugin.ts';
import type { Dialect } from '../dialect.ts';
import { keepAliveOption } from '../keep-alive-option.ts';
import { createCompatible } from '../openai/compatible.ts';
import { retryAfterOption } from '../retry-after-option.ts';
import { deepseekErrors, deepseekShape } from './errors.ts';

const options = z
  .strictObject({
    keepAlive: keepAliveOption('it sends a comment in a stream, an empty line before a plain body,'),
    retryAfter: retryAfterOption,
  })
  .describe('DeepSeek')
  .meta({ examples: [{ keepAlive: '500ms' }] });

export interface DeepseekOptions {
  readonly keepAlive: 'none' | number;
  readonly retryAfter: boolean;
}

export const deepseek = define<DeepseekOptions, Dialect>({
  name: 'deepseek',
  summary: 'DeepSeek chat completions: under load it keeps the connection alive and waits; else a 503, or a 429 for too many at once',
  options,
  examples: [
    [{ keepAlive: '10s' }, { keepAlive: 'none' }],
    [{ retryAfter: false }, { retryAfter: true }],
  ],
  create: ({ keepAlive, retryAfter }) =>
    createCompatible({
      name: 'deepseek',
      keyVariable: 'DEEPSEEK_API_KEY',
      rows: deepseekErrors,
      shape: deepseekShape(retryAfter),
      style: { idPrefix: '', fields: { system_fingerprint: 'fp_simulated' }, full: false },
      paths: ['/chat/completions', '/v1/chat/completions'],
      modelsPath: '/models',
      requestId: (id) => ({ 'x-ds-trace-id': id }),
      keepAlive: keepAlive === 'none' ? undefined : { everyMs: keepAlive, stream: ': keep-alive\n\n', plain: '\n' },
    }),
});
