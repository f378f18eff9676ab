import type { Preset } from './preset.ts';

export const articleBackoff: Preset = {
  name: 'article-backoff',
  summary: 'five attempts with waits of 1, 2, 4 and 8 s, each plus up to 1 s',
  source: 'the usual advice against "Selected model is at capacity": 2^k s plus U(0, 1 s), hints unread',
  strategy: {
    retry: {
      exponential: { base: '1s', factor: 2, jitter: { additive: '1s' } },
      attempts: 5,
      when: ['capacity', 'rate_limited'],
      hint: { use: 'ignore' },
    },
  },
};
