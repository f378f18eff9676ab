import { describe, expect, test } from 'vitest';
import { decide } from '../../../harness/strategy/retry/decide.ts';
import { retries } from '../../../harness/strategy/retry/registry.ts';
import type { Past, RetryDecision } from '../../../harness/strategy/retry/retry.ts';
import type { HintSpec, RetrySpec } from '../../../harness/strategy/spec.ts';
import type { AttemptClass } from '../../../reports/result/outcome.ts';
import type { WireFacts } from '../../../sim/kernel/transport.ts';
import { event, refusal } from '../facts.ts';
import { ruleOf } from './rule-of.ts';

const usual: RetrySpec = {
  backoff: { fixed: 2000 },
  attempts: 3,
  when: ['capacity', 'rate_limited', 'server_error', 'connection', 'timeout', 'truncated', 'malformed'],
  hint: { use: 'floor', jitter: 0.2, max: 60_000, over: 'give-up' },
};

const first: Past = { attempt: 1, totalAttempts: 1, totalWaitMs: 0, previousDelayMs: 0, outcome: { class: 'capacity', reason: 'test' } };

interface Case {
  readonly spec?: Partial<RetrySpec>;
  readonly hint?: Partial<HintSpec>;
  readonly past?: Partial<Past>;
  readonly facts?: WireFacts | undefined;
  readonly failure?: AttemptClass;
  /** Luck of the hint. */
  readonly luck?: number;
}

/** The decision after a first attempt that met capacity, with waits of 2 s; what differs is given. */
function decided(given: Case): RetryDecision {
  const { spec, hint, past, failure = 'capacity', luck = 0.5 } = given;
  const facts = 'facts' in given ? given.facts : refusal(503);
  const whole = { ...usual, ...spec, hint: { ...usual.hint, ...hint } };
  return decide(whole, ruleOf('fixed', '2s'), { ...first, outcome: { class: failure, reason: 'test' }, ...past }, facts, 0.5, luck);
}

const asks = (retryAfterMs: number) => refusal(429, { retryAfterMs });

describe('attempts', () => {
  test.each<[string, Case, RetryDecision]>([
    ['the first failed', {}, { waitMs: 2000, delayMs: 2000, hintMs: 0 }],
    ['the second failed', { past: { attempt: 2 } }, { waitMs: 2000, delayMs: 2000, hintMs: 0 }],
    ['the third of three', { past: { attempt: 3 } }, { giveUp: 'attempts' }],
    ['one attempt', { spec: { attempts: 1 } }, { giveUp: 'attempts' }],
    [
      'the fifth over the whole ladder, of six',
      { spec: { totalAttempts: 6 }, past: { totalAttempts: 5 } },
      { waitMs: 2000, delayMs: 2000, hintMs: 0 },
    ],
    ['the sixth over the whole ladder', { spec: { totalAttempts: 6 }, past: { totalAttempts: 6 } }, { giveUp: 'attempts' }],
  ])('%s', (_, given, expected) => expect(decided(given)).toEqual(expected));

  test('a rule without a second try', () => {
    expect(decide(usual, retries.none.create({}, undefined), first, refusal(503), 0.5, 0.5)).toEqual({ giveUp: 'attempts' });
  });
});

describe('totalWait: a wait that would pass it is not begun', () => {
  test.each<[string, number, number, RetryDecision]>([
    ['ends on it', 28_000, 30_000, { waitMs: 2000, delayMs: 2000, hintMs: 0 }],
    ['passes it by a millisecond', 28_001, 30_000, { giveUp: 'totalWait' }],
    ['none at all', 0, 0, { giveUp: 'totalWait' }],
  ])('%s', (_, totalWaitMs, totalWait, expected) => expect(decided({ spec: { totalWait }, past: { totalWaitMs } })).toEqual(expected));

  test('a hint counts too', () => expect(decided({ spec: { totalWait: 5000 }, facts: asks(6000) })).toEqual({ giveUp: 'totalWait' }));
});

describe('hints', () => {
  // Backoff 2 s; the hint's luck is 0.5, so jitter 0.2 makes 10 s to 11 s.
  test.each<[string, Partial<HintSpec>, number, RetryDecision]>([
    ['floor: the hint and its jitter', {}, 10_000, { waitMs: 11_000, delayMs: 2000, hintMs: 11_000 }],
    ['floor: a shorter hint', {}, 1000, { waitMs: 2000, delayMs: 2000, hintMs: 1100 }],
    ['floor without jitter', { jitter: 0 }, 10_000, { waitMs: 10_000, delayMs: 2000, hintMs: 10_000 }],
    ['floor: 45.8 s, no less', { jitter: 0 }, 45_800, { waitMs: 45_800, delayMs: 2000, hintMs: 45_800 }],
    ['floor: 0 is a hint and adds nothing', {}, 0, { waitMs: 2000, delayMs: 2000, hintMs: 0 }],
    ['exact: the hint alone, its jitter unread', { use: 'exact' }, 10_000, { waitMs: 10_000, delayMs: 2000, hintMs: 10_000 }],
    ['exact: a shorter hint than the backoff', { use: 'exact' }, 500, { waitMs: 500, delayMs: 2000, hintMs: 500 }],
    ['exact: 0 means at once', { use: 'exact' }, 0, { waitMs: 0, delayMs: 2000, hintMs: 0 }],
    ['exact: a date that has passed', { use: 'exact' }, -5000, { waitMs: 0, delayMs: 2000, hintMs: 0 }],
    ['add', { use: 'add' }, 10_000, { waitMs: 13_000, delayMs: 2000, hintMs: 11_000 }],
    ['ignore', { use: 'ignore' }, 10_000, { waitMs: 2000, delayMs: 2000, hintMs: 0 }],
    ['ignore: too long as well', { use: 'ignore' }, 2_200_000_000, { waitMs: 2000, delayMs: 2000, hintMs: 0 }],
    ['no number', {}, Number.NaN, { waitMs: 2000, delayMs: 2000, hintMs: 0 }],
  ])('A4: %s', (_, hint, asked, expected) => {
    const decision = decided({ hint, facts: asks(asked) });
    expect(Object.keys(decision)).toEqual(Object.keys(expected));
    for (const [key, value] of Object.entries(expected)) expect(decision[key as keyof RetryDecision]).toBeCloseTo(value as number, 9);
  });

  test.each<[string, Partial<HintSpec>, number, RetryDecision]>([
    ['exactly max is honoured', { over: 'give-up' }, 60_000, { waitMs: 60_000, delayMs: 2000, hintMs: 60_000 }],
    ['a millisecond more: give up', { over: 'give-up' }, 60_001, { giveUp: 'hint' }],
    ['25 days: give up', { over: 'give-up' }, 2_200_000_000, { giveUp: 'hint' }],
    ['more: the backoff instead', { over: 'use-backoff' }, 60_001, { waitMs: 2000, delayMs: 2000, hintMs: 0 }],
    ['more: max instead', { over: 'clamp' }, 86_400_000, { waitMs: 60_000, delayMs: 2000, hintMs: 60_000 }],
    ['exact and clamp', { use: 'exact', over: 'clamp' }, 86_400_000, { waitMs: 60_000, delayMs: 2000, hintMs: 60_000 }],
    ['max of 0 and a hint of 0', { max: 0 }, 0, { waitMs: 2000, delayMs: 2000, hintMs: 0 }],
    ['max of 0 and any other hint', { max: 0 }, 1, { giveUp: 'hint' }],
  ])('A6: %s', (_, hint, asked, expected) => expect(decided({ hint: { jitter: 0, ...hint }, facts: asks(asked) })).toEqual(expected));

  // AWS SDKs: delay = max(delay, min(hint, delay + 5 s)).
  test.each([
    [1500, 2000],
    [0, 2000],
    [6999, 6999],
    [10_000, 7000],
    [86_400_000, 7000],
  ])('above: a hint of %d ms beside a backoff of 2 s and 5 s at most above it: %d ms', (asked, waitMs) =>
    expect(decided({ hint: { jitter: 0, max: 86_400_000, above: 5000 }, facts: asks(asked) })).toMatchObject({ waitMs, delayMs: 2000 }),
  );

  test('zero: use-backoff takes a hint of 0, or of a time gone by, for none', () => {
    for (const asked of [0, -1000])
      expect(decided({ hint: { use: 'exact', zero: 'use-backoff' }, facts: asks(asked) })).toEqual({
        waitMs: 2000,
        delayMs: 2000,
        hintMs: 0,
      });
    expect(decided({ hint: { use: 'exact', zero: 'use-backoff' }, facts: asks(1) })).toMatchObject({ waitMs: 1 });
  });

  test('jitter: additive adds a part of fixed size', () =>
    expect(decided({ hint: { jitter: { additive: 750 } }, facts: asks(10_000), luck: 0.5 })).toMatchObject({ waitMs: 10_375 }));

  test.each<[string, Case, RetryDecision]>([
    ['a rate limit without a hint', { failure: 'rate_limited', facts: refusal(429) }, { giveUp: 'hint' }],
    ['a rate limit with one', { failure: 'rate_limited', facts: asks(5000) }, { waitMs: 5000, delayMs: 2000, hintMs: 5000 }],
    ['another class', { failure: 'capacity' }, { waitMs: 2000, delayMs: 2000, hintMs: 0 }],
  ])('required: %s', (_, given, expected) =>
    expect(decided({ hint: { jitter: 0, required: ['rate_limited'] }, ...given })).toEqual(expected),
  );

  test('A10: with floor no wait is below the hint, nor above it by more than its jitter', () => {
    for (const luck of [1e-16, 0.3, 1 - 1e-16]) {
      const decision = decided({ facts: asks(10_000), luck });
      expect('waitMs' in decision && decision.waitMs >= 10_000 && decision.waitMs <= 12_000).toBe(true);
    }
  });
});

describe('which failures', () => {
  test.each<[string, Case, boolean]>([
    ['capacity', {}, true],
    ['quota', { failure: 'quota', facts: refusal(429) }, false],
    ['auth', { failure: 'auth', facts: refusal(401) }, false],
    ['a class that when leaves out', { spec: { when: ['rate_limited'] } }, false],
    ['a class that when adds', { failure: 'auth', facts: refusal(401), spec: { when: ['auth'] } }, true],
    ['our own time limit, of which there are no facts', { failure: 'timeout', facts: undefined }, true],
    ['B1: cut before the first token', { failure: 'truncated', facts: event({}) }, true],
    ['B1: cut after 40 tokens', { failure: 'truncated', facts: event({ afterTokens: 40 }) }, false],
    ['B1: malformed before the first token', { failure: 'malformed', facts: event({ parsed: false }) }, true],
    ['B1: malformed after 40 tokens', { failure: 'malformed', facts: event({ parsed: false, afterTokens: 40 }) }, false],
    ['A12: 503 and x-should-retry: false', { facts: refusal(503, { shouldRetry: false }) }, false],
    ['A12: 400 and x-should-retry: true', { failure: 'client_error', facts: refusal(400, { shouldRetry: true }) }, true],
    ['A12: 400 without it', { failure: 'client_error', facts: refusal(400) }, false],
    [
      'x-should-retry: true does not bring back what was cut',
      { failure: 'truncated', facts: event({ afterTokens: 40, shouldRetry: true }) },
      false,
    ],
    [
      'shouldRetry: ignore, and x-should-retry: false',
      { spec: { shouldRetry: 'ignore' }, facts: refusal(503, { shouldRetry: false }) },
      true,
    ],
    [
      'shouldRetry: ignore, and x-should-retry: true',
      { failure: 'client_error', spec: { shouldRetry: 'ignore' }, facts: refusal(400, { shouldRetry: true }) },
      false,
    ],
    ['a status that is listed, whatever its class', { failure: 'quota', spec: { statuses: [429] }, facts: refusal(429) }, true],
    ['a status that is not, whatever its class', { spec: { statuses: [408, 429] }, facts: refusal(503) }, false],
    ['5xx', { spec: { statuses: ['5xx'] }, facts: refusal(529) }, true],
    ['5xx and a 429', { spec: { statuses: ['5xx'] }, facts: refusal(429) }, false],
    ['4xx', { failure: 'auth', spec: { statuses: ['4xx'] }, facts: refusal(401) }, true],
    ['an error in a stream has no error status: its class decides', { spec: { statuses: [429] }, facts: event({}) }, true],
    ['nor has a time limit of our own', { failure: 'timeout', spec: { statuses: [429] }, facts: undefined }, true],
    ['x-should-retry comes before statuses', { spec: { statuses: [503] }, facts: refusal(503, { shouldRetry: false }) }, false],
  ])('%s', (_, given, again) => {
    const decision = decided(given);
    expect(decision).toEqual(again ? expect.objectContaining({ waitMs: 2000 }) : { giveUp: 'hard' });
  });

  test('a hard failure is told from attempts used up', () =>
    expect(decided({ failure: 'auth', past: { attempt: 3 } })).toEqual({ giveUp: 'hard' }));
});

test.each([Number.NaN, -1, Number.POSITIVE_INFINITY])('a rule of the user’s that says %d is an error that names it', (delayMs) => {
  expect(() => decide(usual, { delayMs: () => delayMs }, { ...first, attempt: 2 }, refusal(503), 0.5, 0.5)).toThrow(
    `a wait of ${delayMs} ms after attempt 2`,
  );
});
