import type { Preset } from './preset.ts';

export const smallTeam: Preset = {
  name: 'small-team',
  summary: 'the first capacity error switches to the next model at once; waits and tries again only when none is left',
  source: 'the usual advice for a small team: one line of log for each switch, which at-capacity gateway writes',
  strategy: {
    retry: { exponential: { base: '1s', jitter: { scale: [0, 1] } }, attempts: 3 },
    route: { ordered: 'ladder', order: 'route-first', on: ['capacity'] },
  },
};
