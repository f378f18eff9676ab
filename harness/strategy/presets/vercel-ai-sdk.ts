import type { Preset } from './preset.ts';

export const vercelAiSdk: Preset = {
  name: 'vercel-ai-sdk',
  summary:
    'generateText and streamText with their defaults: 3 attempts, after 2 s and 4 s without jitter, hints below a minute exactly; an overload that comes in a stream before its first token is retried, too',
  source:
    'ai 6.0.326 and 7.0.173, retry-with-exponential-backoff.ts of provider-utils 4 and 5; @ai-sdk/openai 3 and 4: throwIfOpenAIStreamErrorBeforeOutput',
  strategy: {
    classify: 'by-shape',
    retry: {
      exponential: { base: '2s', factor: 2 },
      attempts: 3,
      statuses: [408, 409, 429, '5xx'],
      when: ['capacity', 'rate_limited', 'server_error', 'timeout', 'unknown', 'connection'],
      shouldRetry: 'ignore',
      hint: { use: 'exact', max: '59999.999ms', over: 'use-backoff' },
    },
  },
  lacks: 'its own wait for a date that has passed: here it retries at once',
};
