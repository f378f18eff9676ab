import type { Preset } from './preset.ts';

export const outsideUsers: Preset = {
  name: 'outside-users',
  summary: 'one retry, then the next model, then a line in which requests wait for their turn, then one plain sentence',
  source: 'the usual advice for a service with outside users: retry, switch, queue, tell; at-capacity gateway has the sentences',
  strategy: {
    retry: { exponential: { base: '1s', jitter: { scale: [0, 1] } }, attempts: 2 },
    route: { ordered: 'ladder' },
    park: { length: 100, maxWait: '60s', every: '5s' },
  },
};
