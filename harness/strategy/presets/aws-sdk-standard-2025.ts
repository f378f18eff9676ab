import type { Preset } from './preset.ts';

export const awsSdkStandard2025: Preset = {
  name: 'aws-sdk-standard-2025',
  summary:
    'clients of the AWS SDK for JavaScript before 2026 with their defaults: 3 attempts, up to 0.1 s doubling up to 20 s, up to 0.5 s where it is throttled, all of it luck; at least as long as a hint. Of a budget of 500 a retry takes 10, or 5 where it is throttled',
  source: '@smithy/util-retry 4.0.4 and @smithy/core before 3.40.0: StandardRetryStrategy, defaultRetryBackoffStrategy',
  strategy: {
    classify: 'by-status',
    retry: {
      exponential: { base: '100ms', factor: 2, cap: '20s', jitter: { scale: [0, 1] }, round: 'floor' },
      perClass: { rate_limited: { exponential: { base: '500ms', factor: 2, cap: '20s', jitter: { scale: [0, 1] }, round: 'floor' } } },
      attempts: 3,
      statuses: [429, 500, 502, 503, 504],
      when: ['connection', 'timeout'],
      shouldRetry: 'ignore',
      hint: { use: 'floor', jitter: 0, max: '2147483647ms', over: 'use-backoff' },
    },
    budget: { aws: { tokens: 500, cost: 10, perClass: { rate_limited: 5 } } },
  },
  lacks: 'a slip of its budget: there each success makes it 500 again',
};
