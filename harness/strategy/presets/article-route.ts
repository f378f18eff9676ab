import type { Preset } from './preset.ts';

export const articleRoute: Preset = {
  name: 'article-route',
  summary: 'at capacity, one model down at once; every request starts at the top; nothing else moves on',
  source: 'the usual advice against "Selected model is at capacity": a ladder of models',
  strategy: { retry: 'none', route: { ordered: 'ladder', on: ['capacity'] } },
};
