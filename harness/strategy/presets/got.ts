import type { Preset } from './preset.ts';

export const got: Preset = {
  name: 'got',
  summary: 'got with its defaults, once POST is among its methods: 3 attempts, 1 s doubling, plus up to 0.1 s, hints exactly, however long',
  source: 'got 14.6.6, core/calculate-retry-delay.js, core/options.js; in 16.1.0 a hint of 0 is one',
  strategy: {
    classify: 'by-status',
    retry: {
      exponential: { base: '1s', factor: 2, jitter: { additive: '100ms' } },
      attempts: 3,
      statuses: [408, 429, 500, 502, 503, 504, 521, 522, 524],
      when: ['connection'],
      shouldRetry: 'ignore',
      hint: { use: 'exact', max: '2147483647ms', over: 'give-up', zero: 'use-backoff' },
    },
  },
  lacks: 'its retry of a 413 that has a hint, and that it retries no stream',
};
