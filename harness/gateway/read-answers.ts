import { type Fields, fieldsOf } from '../../sim/dialects/reading/fields.ts';
import type { End } from '../../sim/kernel/transport.ts';
import type { Adapt } from '../strategy/adapt/adapt.ts';
import { isAnswer } from '../strategy/classify/answer.ts';
import type { Shape } from './shape.ts';

/** A call, and what the gateway makes of answers that are to be JSON: of all, or of those that are asked for so. */
export interface Reading {
  readonly shape: Shape;
  readonly body: Fields;
  readonly adapt: Adapt | undefined;
  readonly expects: 'json' | undefined;
}

/**
 * Whether what an answer says is looked at before its caller has any of it. A stream that nobody would change goes through as
 * it comes, unless every answer is to be JSON.
 */
export function readsAnswers({ shape, body, adapt, expects }: Reading): boolean {
  if (expects === 'json') return !endsWithAnswer(body);
  return shape.asksJson(body) && (body.stream !== true || adapt !== undefined);
}

/** The caller has begun the answer itself: what comes is the rest of it, which is no JSON alone. */
function endsWithAnswer({ messages }: Fields): boolean {
  return Array.isArray(messages) && fieldsOf(messages.at(-1))?.role === 'assistant';
}

/** A stream that was held back, for whoever decides what becomes of it: as a plain answer it has reached nobody yet. */
export function asWhole({ facts, tokens }: End): End {
  return { facts: isAnswer(facts) ? { ...facts, how: 'reply' } : { ...facts, afterTokens: 0 }, tokens };
}
