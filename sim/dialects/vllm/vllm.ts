import { z } from 'zod';
import { define } from '../../kernel/plugin.ts';
import type { Dialect } from '../dialect.ts';
import { done, eventOf } from '../openai/chat-style.ts';
import { createCompatible } from '../openai/compatible.ts';
import { retryAfterOption } from '../retry-after-option.ts';
import { type VllmOptions, vllmError, vllmErrors, vllmShape } from './errors.ts';

const options = z
  .strictObject({
    overload: z
      .enum(['queue-full', 'scaling'])
      .default('queue-full')
      .describe('How it says that it is full: queue-full is the 503 of a server with a bound on its queue; scaling that of one that grows')
      .meta({ examples: ['scaling'] }),
    envelope: z
      .enum(['nested', 'flat'])
      .default('nested')
      .describe('Where the error is in a body: nested under `error`; flat without anything around it, as older versions have it')
      .meta({ examples: ['flat'] }),
    retryAfter: retryAfterOption,
  })
  .describe('vLLM')
  .meta({ examples: [{ overload: 'scaling' }] });

export const vllm = define<VllmOptions, Dialect>({
  name: 'vllm',
  summary: 'vLLM chat completions: by default it queues without a bound; with one at capacity is a 503',
  options,
  examples: [
    [{ overload: 'queue-full' }, { overload: 'scaling' }],
    [{ envelope: 'nested' }, { envelope: 'flat' }],
    [{ retryAfter: false }, { retryAfter: true }],
  ],
  create: (chosen) =>
    createCompatible({
      name: 'vllm',
      keyVariable: 'VLLM_API_KEY',
      rows: vllmErrors(chosen),
      shape: vllmShape(chosen),
      style: { idPrefix: 'chatcmpl-', fields: {}, full: false, error: (body) => eventOf(body) + done },
      paths: ['/v1/chat/completions'],
      modelsPath: '/v1/models',
      find: vllmError,
      requestId: (id) => ({ 'x-request-id': id }),
    }),
});
