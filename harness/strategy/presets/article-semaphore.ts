import type { Preset } from './preset.ts';

export const articleSemaphore: Preset = {
  name: 'article-semaphore',
  summary: 'at most five requests at once, a permit held through the whole request, waiters without a bound, no retry',
  source: 'the usual advice against "Selected model is at capacity": a semaphore of 5 around the call',
  strategy: { limit: { fixed: 5, hold: 'request', queue: { length: 'unlimited', maxWait: 'unlimited' } } },
};
