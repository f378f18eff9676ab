import type { Outcome } from '../../../reports/result/outcome.ts';
import { type NoOptions, noOptions } from '../../../sim/kernel/no-options.ts';
import { define } from '../../../sim/kernel/plugin.ts';
import type { WireFacts } from '../../../sim/kernel/transport.ts';
import { isAnswer, ok } from './answer.ts';
import type { Classify } from './classify.ts';

const rateLimited: Outcome = { class: 'rate_limited', reason: 'status' };
const unavailable: Outcome = { class: 'capacity', reason: 'status' };
const atCapacity: Outcome = { class: 'capacity', reason: 'text' };
const other: Outcome = { class: 'unknown', reason: 'other' };

/** Four lines of advice, taken at their word. */
export const article = define<NoOptions, Classify>({
  name: 'article',
  summary: 'four lines of advice at their word: 429, 503, "at capacity" in the text, else unknown',
  formula: '429 → rate_limited; 503 → capacity; the text contains "at capacity" → capacity; else unknown; in that order.',
  options: noOptions,
  examples: [],
  create: () => (facts) => (isAnswer(facts) ? ok : failed(facts)),
});

function failed(facts: WireFacts): Outcome {
  if (facts.status === 429) return rateLimited;
  if (facts.status === 503) return unavailable;
  return (facts.message ?? '').toLowerCase().includes('at capacity') ? atCapacity : other;
}
