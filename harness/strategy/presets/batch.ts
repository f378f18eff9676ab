import type { Preset } from './preset.ts';

export const batch: Preset = {
  name: 'batch',
  summary:
    'for a batch: chunks of ten whose results are kept, three at once at first and more while that goes well; at capacity no new job for half a minute',
  source: 'the usual advice for batches: small chunks, progress after each, pause on capacity errors, resume, concurrency from 3 upward',
  strategy: {
    limit: { aimd: { initial: 3 }, queue: { length: 'unlimited', maxWait: 'unlimited' } },
    checkpoint: { every: 10, pause: '30s' },
  },
};
