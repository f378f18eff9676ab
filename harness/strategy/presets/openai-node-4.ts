import type { Preset } from './preset.ts';

export const openaiNode4: Preset = {
  name: 'openai-node-4',
  summary:
    'the official client for Node, 4.104 to 6.25, with its defaults: 3 attempts, 0.5 s doubling up to 8 s, less up to a quarter; hints below a minute exactly, others not',
  source:
    'openai 4.104.0, 5.23.2, 6.0.0, 6.16.0 and 6.25.0, client.mjs: shouldRetry, retryRequest, calculateDefaultRetryTimeoutMillis; timeout 10 min to the headers',
  strategy: {
    classify: 'by-status',
    retry: {
      exponential: { base: '500ms', factor: 2, cap: '8s', jitter: { scale: [0.75, 1] } },
      attempts: 3,
      statuses: [408, 409, 429, '5xx'],
      when: ['connection', 'timeout'],
      hint: { use: 'exact', max: '59999.999ms', over: 'use-backoff', zero: 'use-backoff' },
    },
    timeout: { headers: '10m' },
  },
};
