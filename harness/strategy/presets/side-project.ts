import type { Preset } from './preset.ts';

export const sideProject: Preset = {
  name: 'side-project',
  summary: 'at capacity, three retries 2 s apart, then tell the user; nothing more',
  source: 'the usual advice for a side project: 4 attempts, 6 s of waiting',
  strategy: { retry: { fixed: '2s', attempts: 4, when: ['capacity'], hint: { use: 'ignore' } } },
  lacks: 'the sentence for the user; `side-project-by-hand` is the form in which the user picks the next model',
};
