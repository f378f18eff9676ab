import { describe, expect, test } from 'vitest';
import { createParts } from '../../../harness/strategy/create.ts';
import type { WireFacts } from '../../../sim/kernel/transport.ts';
import { event, refusal } from '../facts.ts';
import { resolved } from '../resolved.ts';

const curve = () => {
  throw new Error('no curve is asked for');
};
const { classify, decide, movesOn } = createParts(resolved({ name: 'x', retry: { fixed: '1s' }, route: ['a', 'b'] }), {
  modules: new Map(),
  curve,
});

describe('by default', () => {
  // What is seen; whether a is asked again; whether b is asked.
  test.each<[string, WireFacts, boolean, boolean]>([
    ['B5: 400', refusal(400, { errorType: 'invalid_request_error' }), false, false],
    ['B5: 401', refusal(401), false, false],
    ['B5: 403', refusal(403), false, false],
    ['B5: 404', refusal(404), false, false],
    ['B5: 413', refusal(413), false, false],
    ['B5: context', refusal(400, { errorCode: 'context_length_exceeded' }), false, false],
    ['B5: 422', refusal(422), false, false],
    ['B5: 408', refusal(408), true, true],
    ['B5: 429, rate', refusal(429, { errorCode: 'rate_limit_exceeded' }), true, true],
    ['B5: 500', refusal(500), true, true],
    ['B5: 502', refusal(502), true, true],
    ['B5: 503', refusal(503), true, true],
    ['B5: 504', refusal(504), true, true],
    ['B5: 529', refusal(529), true, true],
    ['B5: a reset connection', { how: 'reset', afterTokens: 0, complete: false }, true, true],
    ['B5: silence', { how: 'silent', afterTokens: 0, complete: false }, true, true],
    ['A3, B5: 429, quota: not again, but elsewhere', refusal(429, { errorCode: 'insufficient_quota' }), false, true],
    ['A1: overloaded inside a 200', event({ errorType: 'overloaded_error' }), true, true],
    ['B1: cut before the first token', event({}), true, true],
    ['our own ports', { how: 'local', afterTokens: 0, complete: false }, false, false],
    ['unknown', event({ errorType: 'weather' }), false, false],
  ])('%s', (_, facts, again, elsewhere) => {
    const outcome = classify(facts);
    const past = { attempt: 1, totalAttempts: 1, totalWaitMs: 0, previousDelayMs: 0, outcome };
    expect([decide(past, facts, 0.5, 0.5), movesOn(outcome.class)]).toEqual([
      again ? { waitMs: 1000, delayMs: 1000, hintMs: 0 } : { giveUp: 'hard' },
      elsewhere,
    ]);
  });
});
