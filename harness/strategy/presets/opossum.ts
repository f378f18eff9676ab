import type { Preset } from './preset.ts';

export const opossum: Preset = {
  name: 'opossum',
  summary:
    'a circuit breaker of opossum as it comes around a call: one attempt of at most 10 s; when more than half of those of the last 10 s failed, be it the first, none for 30 s',
  source: 'opossum 9.0.0 and 10.0.0, lib/circuit.js, lib/status.js',
  strategy: {
    classify: 'by-status',
    retry: 'none',
    timeout: { attempt: '10s' },
    breaker: { sampling: { window: '10s', share: 0.5, minimum: 0, buckets: 10, of: 'sent' }, open: '30s' },
  },
  lacks: 'what goes on: a call that took too long is not taken back there; and failures that no retry cures, which open it, too',
};
