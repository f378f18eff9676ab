import { everyFailure, type Preset } from './preset.ts';

export const bottleneck: Preset = {
  name: 'bottleneck',
  summary:
    'bottleneck as its page has it around a call that throws on any failure: three at a time, up to three retries after a second each, a place kept meanwhile',
  source:
    'bottleneck 2.19.5: maxConcurrent 3 and a listener to failed that returns 1000 three times; by itself it limits and retries nothing',
  strategy: {
    classify: 'by-status',
    retry: {
      fixed: '1s',
      attempts: 4,
      when: everyFailure,
      shouldRetry: 'ignore',
      hint: { use: 'ignore' },
    },
    limit: { fixed: 3, hold: 'request', queue: { length: 'unlimited', maxWait: 'unlimited' } },
  },
  lacks: 'another try after a stream that broke off behind its first token',
};
