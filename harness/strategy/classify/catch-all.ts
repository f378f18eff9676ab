import type { Outcome } from '../../../reports/result/outcome.ts';
import { type NoOptions, noOptions } from '../../../sim/kernel/no-options.ts';
import { define } from '../../../sim/kernel/plugin.ts';
import { isAnswer, ok } from './answer.ts';
import type { Classify } from './classify.ts';

const failure: Outcome = { class: 'unknown', reason: 'any' };

/** One handler around everything. */
export const catchAll = define<NoOptions, Classify>({
  name: 'catch-all',
  summary: 'everything that is not an answer is unknown; retry it with when: [unknown], hard errors included',
  formula: 'answer → ok; else unknown.',
  options: noOptions,
  examples: [],
  create: () => (facts) => (isAnswer(facts) ? ok : failure),
});
