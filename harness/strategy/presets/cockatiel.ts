import { everyFailure, type Preset } from './preset.ts';

export const cockatiel: Preset = {
  name: 'cockatiel',
  summary:
    'retries and a circuit breaker of cockatiel as its page begins with, around a call that throws on any failure: 4 attempts with growing luck, from about 0.1 s; five failures in a row leave a target alone for 10 s. Without maxAttempts and a backoff it retries at once and for ever',
  source: 'cockatiel 3.2.1, RetryPolicy, ExponentialBackoff, ConsecutiveBreaker: maxAttempts 3 over a breaker of 5 with halfOpenAfter 10 s',
  strategy: {
    classify: 'by-status',
    retry: {
      polly: { base: '128ms', factor: 2, cap: '30s' },
      attempts: 4,
      when: everyFailure,
      shouldRetry: 'ignore',
      hint: { use: 'ignore' },
    },
    breaker: { consecutive: 5, open: '10s' },
  },
  lacks:
    'retries of a circuit that is open, which use up attempts there, failures that no retry cures, which open it, too, and another try after a stream that broke off behind its first token',
};
