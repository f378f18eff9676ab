import type { Preset } from './preset.ts';

export const articleClient: Preset = {
  name: 'article-client',
  summary: 'the ladder of article-route behind the four-line classifier: what it takes for something else is not moved on',
  source: 'the usual advice against "Selected model is at capacity": classify, then switch, behind one function',
  strategy: { classify: 'article', retry: 'none', route: { ordered: 'ladder', on: ['capacity'] } },
};
