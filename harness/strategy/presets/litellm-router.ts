import type { Preset } from './preset.ts';

export const litellmRouter: Preset = {
  name: 'litellm-router',
  summary:
    'the router of LiteLLM with its defaults, one deployment: 3 attempts, 0.5 s doubling up to 8 s, plus up to 0.75 s, as on hints of up to a minute',
  source: 'litellm, router.py and _calculate_retry_after in utils.py; its reliability page',
  strategy: {
    classify: 'by-status',
    retry: {
      exponential: { base: '500ms', factor: 2, jitter: { additive: '750ms' } },
      attempts: 3,
      statuses: [408, 409, 429, '5xx'],
      when: ['connection', 'timeout'],
      shouldRetry: 'ignore',
      hint: { use: 'floor', jitter: { additive: '750ms' }, max: '60s', over: 'use-backoff', zero: 'use-backoff' },
    },
  },
  lacks: 'the cooldown of 5 s of a deployment that fails, the retry at once on another one, and a hint shorter than its own wait',
};
