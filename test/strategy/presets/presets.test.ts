import { describe, expect, test } from 'vitest';
import { createParts } from '../../../harness/strategy/create.ts';
import { presets } from '../../../harness/strategy/presets/registry.ts';
import type { RetryDecision } from '../../../harness/strategy/retry/retry.ts';
import type { AttemptClass } from '../../../reports/result/outcome.ts';
import type { WireFacts } from '../../../sim/kernel/transport.ts';
import { event, refusal } from '../facts.ts';
import { resolved } from '../resolved.ts';

const modules = new Map();
const curve = () => {
  throw new Error('no curve is asked for');
};
const parts = (preset: string) => createParts(resolved({ preset }), { modules, curve });

/** Waits of one request that always fails this way, and what ended it. */
function life(preset: string, facts: WireFacts, uniform: number): { waits: number[]; end: string } {
  const { classify, decide } = parts(preset);
  const waits: number[] = [];
  let previousDelayMs = 0;
  for (let attempt = 1; ; attempt++) {
    const totalWaitMs = waits.reduce((sum, each) => sum + each, 0);
    const past = { attempt, totalAttempts: attempt, totalWaitMs, previousDelayMs, outcome: classify(facts) };
    const decision: RetryDecision = decide(past, facts, uniform, 0.5);
    if ('giveUp' in decision) return { waits, end: decision.giveUp };
    waits.push(decision.waitMs);
    previousDelayMs = decision.delayMs;
  }
}

const busy = refusal(503, { errorCode: 'server_is_overloaded' });
const luck = [1e-16, 0.25, 0.5, 0.999999];

test.each(Object.entries(presets))('%s stands under its own name and is a strategy', (name, preset) => {
  expect(preset.name).toBe(name);
  expect(() => parts(name)).not.toThrow();
});

test('M6: article-backoff calls five times, with waits in [2^k, 2^k + 1) s', () => {
  for (const uniform of luck) {
    const { waits, end } = life('article-backoff', busy, uniform);
    expect(waits).toEqual([1000, 2000, 4000, 8000].map((base) => base + 1000 * uniform));
    waits.forEach((wait, k) => {
      expect(wait >= 1000 * [1, 2, 4, 8][k]! && wait < 1000 * [2, 3, 5, 9][k]!).toBe(true);
    });
    expect(end).toBe('attempts');
  }
});

test('M5: hammer calls fifty times, five a second, whatever is asked', () => {
  const { waits, end } = life('hammer', refusal(429, { errorCode: 'rate_limit_exceeded', retryAfterMs: 30_000 }), 0.5);
  expect([waits.length, new Set(waits), end]).toEqual([49, new Set([200]), 'attempts']);
  expect(life('hammer', refusal(500), 0.5)).toEqual({ waits: [], end: 'hard' });
});

test('M25: side-project calls four times within 6 s, for capacity alone', () => {
  expect(life('side-project', busy, 0.5)).toEqual({ waits: [2000, 2000, 2000], end: 'attempts' });
  expect(life('side-project', refusal(429), 0.5)).toEqual({ waits: [], end: 'hard' });
});

describe('M14: the ladder', () => {
  test.each<[string, AttemptClass[]]>([
    ['article-route', ['capacity']],
    ['article-client', ['capacity']],
  ])('%s goes down at once for capacity alone', (preset, moving) => {
    const { route, movesOn } = parts(preset);
    expect(route.targets).toEqual(['flagship', 'light', 'floor']);
    expect((['capacity', 'rate_limited', 'quota', 'server_error', 'timeout', 'auth'] as const).filter((each) => movesOn(each))).toEqual(
      moving,
    );
    expect(life(preset, busy, 0.5)).toEqual({ waits: [], end: 'attempts' });
    expect(route.next({ sends: [1, 0, 0], open: [false, true, true], last: 0, moveOn: true, nowMs: 0, uniform: 0.5 })).toEqual({
      position: 1,
      wait: false,
    });
  });

  test('M2: article-client does not know Overloaded, article-route does', () => {
    const overloaded = refusal(529, { errorType: 'overloaded_error', message: 'Overloaded' });
    expect([parts('article-client').classify(overloaded).class, parts('article-route').classify(overloaded).class]).toEqual([
      'unknown',
      'capacity',
    ]);
  });
});

test('M12: article-semaphore lets five through, holds a permit through the call and turns nobody away', () => {
  const { newLimit, hold, queueLength, queueMaxWait } = parts('article-semaphore');
  expect([newLimit?.().current(0), hold, queueLength, queueMaxWait]).toEqual([
    5,
    'request',
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
  ]);
});

test('M28: batch begins with three at once, and goes through chunks of ten with pauses of half a minute', () => {
  const { newLimit, hold, queueLength } = parts('batch');
  expect([newLimit?.().current(0), hold, queueLength]).toEqual([3, 'attempt', Number.POSITIVE_INFINITY]);
  expect(resolved({ preset: 'batch' }).checkpoint).toEqual({ every: 10, pause: 30_000 });
});

describe('openai-node-6', () => {
  test('waits of 0.375 to 0.5 s, then 0.75 to 1 s, then it has called three times', () => {
    expect(life('openai-node-6', busy, 1e-16).waits).toEqual([375, 750].map((ms) => expect.closeTo(ms, 6)));
    expect(life('openai-node-6', busy, 1 - 1e-16).waits).toEqual([500, 1000].map((ms) => expect.closeTo(ms, 6)));
    expect(life('openai-node-6', busy, 0.5).end).toBe('attempts');
  });

  test('given more attempts, at most 8 s, still spread: 1.5 to 2, 3 to 4, 6 to 8, 6 to 8', () => {
    const { retry, ...rest } = presets['openai-node-6'].strategy;
    const { decide } = createParts(resolved({ ...rest, name: 'x', retry: { ...(retry as object), attempts: 99 } }), { modules, curve });
    const wait = (attempt: number, uniform: number) =>
      decide(
        { attempt, totalAttempts: 1, totalWaitMs: 0, previousDelayMs: 0, outcome: { class: 'capacity', reason: 'x' } },
        busy,
        uniform,
        0.5,
      );
    for (const [attempt, longest] of [
      [3, 2000],
      [4, 4000],
      [5, 8000],
      [6, 8000],
      [50, 8000],
    ] as const) {
      expect(wait(attempt, 1e-16)).toMatchObject({ waitMs: expect.closeTo(0.75 * longest, 6) });
      expect(wait(attempt, 1 - 1e-16)).toMatchObject({ waitMs: expect.closeTo(longest, 6) });
    }
  });

  test.each<[string, WireFacts, boolean]>([
    ['408', refusal(408), true],
    ['409', refusal(409), true],
    ['429', refusal(429), true],
    ['429 that is quota', refusal(429, { errorCode: 'insufficient_quota' }), true],
    ['500', refusal(500), true],
    ['503', refusal(503), true],
    ['529', refusal(529), true],
    ['a lost connection', { how: 'reset', afterTokens: 0, complete: false }, true],
    ['no connection', { how: 'refused', afterTokens: 0, complete: false }, true],
    ['silence', { how: 'silent', afterTokens: 0, complete: false }, true],
    ['400', refusal(400), false],
    ['400 with x-should-retry: true', refusal(400, { shouldRetry: true }), true],
    ['401', refusal(401), false],
    ['404', refusal(404), false],
    ['498', refusal(498), false],
    ['503 with x-should-retry: false', refusal(503, { shouldRetry: false }), false],
    ['an error inside a 200', event({ errorCode: 'server_is_overloaded' }), false],
  ])('%s', (_, facts, again) => expect(life('openai-node-6', facts, 0.5).waits.length).toBe(again ? 2 : 0));

  test.each([
    ['0 is at once', 0, 0],
    ['100 ms are not lengthened', 100, 100],
    ['a day is a day', 86_400_000, 86_400_000],
  ])('a hint of %s', (_, retryAfterMs, waitMs) =>
    expect(life('openai-node-6', refusal(429, { retryAfterMs }), 0.5).waits).toEqual([waitMs, waitMs]),
  );
});
