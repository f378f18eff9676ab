import assert from 'node:assert/strict';
import { attemptClasses } from '../../../reports/result/outcome.ts';
import type { WireFacts } from '../../../sim/kernel/transport.ts';
import { isAnswer } from '../../strategy/classify/answer.ts';
import type { Classify } from '../../strategy/classify/classify.ts';
import { type Driver, dice, pick, pure, steps } from './driver.ts';

const uniform = dice('classify');

const hows = ['reply', 'reply', 'reply', 'stream', 'stream', 'stream', 'reset', 'refused', 'silent', 'local'] as const;
const statuses = [
  200,
  200,
  200,
  201,
  301,
  400,
  401,
  402,
  403,
  404,
  408,
  409,
  413,
  422,
  424,
  429,
  498,
  499,
  500,
  502,
  503,
  504,
  529,
  undefined,
];
const names = [
  undefined,
  undefined,
  'server_is_overloaded',
  'overloaded_error',
  'rate_limit_exceeded',
  'insufficient_quota',
  'invalid_request_error',
  'slow_down',
  '502',
];
const messages = [
  undefined,
  undefined,
  '',
  'Overloaded',
  'Selected model is at capacity. Please try a different model.',
  'Rate limit reached',
  'No.',
];

function factsOf(i: number): WireFacts {
  return {
    how: pick(hows, uniform(i, 0)),
    status: pick(statuses, uniform(i, 1)),
    errorType: pick(names, uniform(i, 2)),
    errorCode: pick(names, uniform(i, 3)),
    message: pick(messages, uniform(i, 4)),
    retryAfterMs: pick([undefined, 0, 3000], uniform(i, 5)),
    shouldRetry: pick([undefined, undefined, true, false], uniform(i, 6)),
    afterTokens: pick([0, 0, 40], uniform(i, 7)),
    complete: uniform(i, 8) < 0.5,
    parsed: pick([undefined, undefined, true, false], uniform(i, 9)),
    reusedSocket: uniform(i, 10) < 0.5,
  };
}

const answer: WireFacts = { how: 'reply', status: 200, afterTokens: 10, complete: true };

/** Answers and failures of every make. */
export const classifyDriver: Driver<Classify, undefined> = {
  scope: () => undefined,
  drive(part) {
    const said: string[] = [];
    for (let i = 0; i < steps; i++) {
      const facts = i === 0 ? answer : factsOf(i);
      const outcome = pure('classify', () => part(facts));
      const shown = JSON.stringify(facts);
      assert.ok(attemptClasses.includes(outcome.class) && outcome.class !== 'cancelled', `${shown}: no class ${outcome.class}`);
      assert.ok(typeof outcome.reason === 'string' && outcome.reason !== '', `${shown}: expected a reason`);
      assert.equal(outcome.class === 'ok', isAnswer(facts), `${shown}: a usable answer is ok, and nothing else is`);
      said.push(`${outcome.class} ${outcome.reason}`);
    }
    return said;
  },
};
