import type { Preset } from './preset.ts';

export const openaiNode6: Preset = {
  name: 'openai-node-6',
  summary:
    'the official client for Node, 6.33 to 7.0, with its defaults: 3 attempts, 0.5 s doubling up to 8 s, less up to a quarter, hints followed exactly, however long',
  source:
    'openai 6.33.0, 6.40.0, 6.49.0 and 7.0.0, client.mjs: shouldRetry, retryRequest, calculateDefaultRetryTimeoutMillis; timeout 10 min to the headers',
  strategy: {
    classify: 'by-status',
    retry: {
      exponential: { base: '500ms', factor: 2, cap: '8s', jitter: { scale: [0.75, 1] } },
      attempts: 3,
      statuses: [408, 409, 429, '5xx'],
      when: ['connection', 'timeout'],
      hint: { use: 'exact', max: '2147483647ms', over: 'use-backoff' },
    },
    timeout: { headers: '10m' },
  },
  lacks: 'the overflow of its timer: a hint above 24.8 days makes it retry at once, here it takes its own wait',
};
