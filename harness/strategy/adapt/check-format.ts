import type { Outcome } from '../../../reports/result/outcome.ts';
import type { Classify } from '../classify/classify.ts';
import type { Adapt } from './adapt.ts';
import { parses } from './parses.ts';

const wrongFormat: Outcome = { class: 'malformed', reason: 'format' };

/** For callers without an adapter: the text as it came. */
export const asItCame: Adapt = (text) => (parses(text) ? text : undefined);

/** The classifier of a client whose callers read JSON: a whole answer that `adapt` can make none of is malformed. */
export function checkFormat(classify: Classify, adapt: Adapt): Classify {
  return (facts) => {
    const outcome = classify(facts);
    if (outcome.class !== 'ok' || facts.text === undefined) return outcome;
    return adapt(facts.text) === undefined ? wrongFormat : outcome;
  };
}
