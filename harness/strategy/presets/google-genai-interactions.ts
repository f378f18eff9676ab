import type { Preset } from './preset.ts';

export const googleGenaiInteractions: Preset = {
  name: 'google-genai-interactions',
  summary:
    'the interactions of the official client: 5 attempts, 0.5 s doubling up to 8 s, less up to a quarter; hints exactly, but no more than 8 s of them',
  source: '@google/genai 2.32.0 and 3.3.0, dist/node/index.mjs: retryAttemptCountBackoff, retryIntervalFromResponse',
  strategy: {
    classify: 'by-status',
    retry: {
      exponential: { base: '500ms', factor: 2, cap: '8s', jitter: { scale: [0.75, 1] } },
      attempts: 5,
      statuses: [408, 409, 429, '5xx'],
      when: ['connection', 'timeout'],
      shouldRetry: 'ignore',
      hint: { use: 'exact', max: '8s', over: 'clamp', zero: 'use-backoff' },
    },
  },
  lacks: 'its eye for whole seconds: a hint such as 1.5 is none to it',
};
