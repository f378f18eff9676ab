import type { Preset } from './preset.ts';

export const googleGenaiRetry: Preset = {
  name: 'google-genai-retry',
  summary:
    'the official client with retryOptions: 5 attempts, 1 to 2 s doubling up to 60 s; hints are not read, lost connections not retried',
  source:
    '@google/genai 2.32.0 and 3.3.0, dist/node/index.mjs: apiCall with retryOptions, by p-retry 4.6.2 and retry 0.13.1. Its waits are sorted, which changes nothing: each is drawn from above the one before',
  strategy: {
    classify: 'by-status',
    retry: {
      exponential: { base: '1s', factor: 2, cap: '60s', jitter: { scale: [1, 2] }, round: 'nearest' },
      attempts: 5,
      statuses: [408, 429, 500, 502, 503, 504],
      when: [],
      shouldRetry: 'ignore',
      hint: { use: 'ignore' },
    },
  },
};
