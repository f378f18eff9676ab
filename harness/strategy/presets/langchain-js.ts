import type { Preset } from './preset.ts';

export const langchainJs: Preset = {
  name: 'langchain-js',
  summary:
    'models of LangChain for Node with their defaults: 7 attempts, 1 to 2 s doubling without a bound; a 429 only when it says when, within a minute',
  source:
    '@langchain/core 1.4.0, dist/utils/async_caller.js: AsyncCaller, defaultFailedAttemptHandler; @langchain/openai 1.6.0, which switches the retries of openai off',
  strategy: {
    classify: 'by-shape',
    retry: {
      exponential: { base: '1s', factor: 2, jitter: { scale: [1, 2] }, round: 'nearest' },
      attempts: 7,
      statuses: [408, 422, 424, 425, 429, 498, 499, '5xx'],
      when: ['connection', 'timeout'],
      shouldRetry: 'ignore',
      hint: { use: 'floor', jitter: 0, max: '60s', over: 'give-up', required: ['rate_limited', 'quota'] },
    },
    timeout: { headers: '10m' },
  },
  lacks: 'some of its reading: it reads no hint but that of a 429, and takes a 429 whose text speaks of billing for a spent quota',
};
