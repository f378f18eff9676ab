import type { Preset } from './preset.ts';

export const undiciRetryAgent: Preset = {
  name: 'undici-retry-agent',
  summary:
    'RetryAgent of undici with its defaults, once POST is among its methods: 6 attempts, 0.5 s doubling up to 30 s, without jitter; hints exactly, but no more than 30 s of them',
  source: 'undici 7.30.2, lib/handler/retry-handler.js; in 8.13.1 a hint of 0 is one',
  strategy: {
    classify: 'by-status',
    retry: {
      exponential: { base: '500ms', factor: 2, cap: '30s' },
      attempts: 6,
      statuses: [429, 500, 502, 503, 504],
      when: ['connection'],
      shouldRetry: 'ignore',
      hint: { use: 'exact', max: '30s', over: 'clamp', zero: 'use-backoff' },
    },
  },
  lacks: 'its requests for the rest of a body whose connection was lost',
};
