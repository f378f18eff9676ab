import type { Preset } from './preset.ts';

export const openaiNode7: Preset = {
  name: 'openai-node-7',
  summary:
    'the official client for Node, 7.20 and later, with its defaults: 3 attempts, 0.5 s doubling up to 8 s, less up to a quarter; hints of up to a minute exactly, others not',
  source:
    'openai 7.20.0 and 7.59.0, client.mjs: shouldRetry, retryRequest, calculateDefaultRetryTimeoutMillis; timeout 10 min to the headers',
  strategy: {
    classify: 'by-status',
    retry: {
      exponential: { base: '500ms', factor: 2, cap: '8s', jitter: { scale: [0.75, 1] } },
      attempts: 3,
      statuses: [408, 409, 429, '5xx'],
      when: ['connection', 'timeout'],
      hint: { use: 'exact', max: '60s', over: 'use-backoff' },
    },
    timeout: { headers: '10m' },
  },
  lacks: 'its own wait for a date that has passed: here it retries at once',
};
