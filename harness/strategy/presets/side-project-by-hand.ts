import type { Preset } from './preset.ts';

export const sideProjectByHand: Preset = {
  name: 'side-project-by-hand',
  summary: 'as side-project, but the user then picks the next model by hand, 10 s after being told that this one is busy',
  source: 'the usual advice for a side project: 4 attempts, 6 s of waiting, then "try again later or choose another model"',
  strategy: {
    retry: { fixed: '2s', attempts: 4, when: ['capacity'], hint: { use: 'ignore' } },
    route: { 'by-hand': 'ladder', think: '10s', on: ['capacity'] },
  },
  lacks: 'the sentence for the user; every user thinks for the same time',
};
