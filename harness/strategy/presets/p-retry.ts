import { everyFailure, type Preset } from './preset.ts';

export const pRetry: Preset = {
  name: 'p-retry',
  summary:
    'p-retry around a call that throws on any failure, with its defaults: 11 attempts, 1 s doubling without a bound and without jitter; hints are not read, and what no retry can cure is retried, too',
  source: 'p-retry 7.1.1 and 9.0.0, index.js',
  strategy: {
    classify: 'by-status',
    retry: {
      exponential: { base: '1s', factor: 2, round: 'nearest' },
      attempts: 11,
      when: everyFailure,
      shouldRetry: 'ignore',
      hint: { use: 'ignore' },
    },
  },
  lacks: 'another try after a stream that broke off behind its first token',
};
