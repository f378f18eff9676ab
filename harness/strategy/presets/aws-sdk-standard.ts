import type { Preset } from './preset.ts';

export const awsSdkStandard: Preset = {
  name: 'aws-sdk-standard',
  summary:
    'clients of the AWS SDK for JavaScript with their defaults: 3 attempts, up to 50 ms doubling up to 20 s, up to 1 s where it is throttled, all of it luck; a hint lengthens a wait by 5 s at most. Of a budget of 500 a retry takes 14, or 5 where it is throttled',
  source:
    '@smithy/core 3.41.1, submodules/retry: StandardRetryStrategy, DefaultRetryBackoffStrategy, service-error-classification; 3.40.0 and later',
  strategy: {
    classify: 'by-status',
    retry: {
      exponential: { base: '50ms', factor: 2, cap: '20s', jitter: { scale: [0, 1] }, round: 'floor' },
      perClass: { rate_limited: { exponential: { base: '1s', factor: 2, cap: '20s', jitter: { scale: [0, 1] }, round: 'floor' } } },
      attempts: 3,
      statuses: [429, 500, 502, 503, 504],
      when: ['connection', 'timeout'],
      shouldRetry: 'ignore',
      hint: { use: 'floor', jitter: 0, max: '60s', over: 'clamp', above: '5s' },
    },
    budget: { aws: { tokens: 500, cost: 14, perClass: { rate_limited: 5 } } },
  },
  lacks: 'what HTTP/2 changes for Bedrock: a stream that is reset there has an error of another name, which is not retried',
};
