import type { Preset } from './preset.ts';

export const anthropicSdk1: Preset = {
  name: 'anthropic-sdk-1',
  summary:
    'the official client for Node with its defaults: 3 attempts, 0.5 s doubling up to 8 s, less up to a quarter, hints followed exactly, however long; 0 is none',
  source:
    '@anthropic-ai/sdk 1.14.0, client.mjs: shouldRetry, retryRequest, calculateDefaultRetryTimeoutMillis; timeout 10 min to the headers',
  strategy: {
    classify: 'by-status',
    retry: {
      exponential: { base: '500ms', factor: 2, cap: '8s', jitter: { scale: [0.75, 1] } },
      attempts: 3,
      statuses: [408, 409, 429, '5xx'],
      when: ['connection', 'timeout'],
      hint: { use: 'exact', max: '2147483647ms', over: 'use-backoff', zero: 'use-backoff' },
    },
    timeout: { headers: '10m' },
  },
  lacks: 'the refusal of its own: without a stream it does not send a request that asks for more than some 21,333 tokens',
};
