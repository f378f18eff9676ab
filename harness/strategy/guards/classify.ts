import { attemptClasses, type Outcome } from '../../../reports/result/outcome.ts';
import { isAnswer } from '../classify/answer.ts';
import type { Classify } from '../classify/classify.ts';
import { broken, call, type Guard, refuse } from './call.ts';

const known: ReadonlySet<unknown> = new Set(attemptClasses);

export const guardClassify: Guard<Classify> = (part, users) => {
  if (typeof part !== 'function') throw broken(users, `expected create to return a function of what was seen`);
  return (facts) => {
    const outcome: unknown = call(users, () => Reflect.apply(part, undefined, [Object.freeze({ ...facts })]));
    if (!isOutcome(outcome)) return refuse(users, 'the classifier', '{ class, reason } with a class of ours', outcome);
    if ((outcome.class === 'ok') === isAnswer(facts)) return outcome;
    return refuse(users, 'the classifier', isAnswer(facts) ? 'ok for an answer' : 'ok for nothing but an answer', outcome);
  };
};

function isOutcome(value: unknown): value is Outcome {
  if (typeof value !== 'object' || value === null || !('class' in value) || !('reason' in value)) return false;
  return known.has(value.class) && typeof value.reason === 'string';
}
