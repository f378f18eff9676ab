import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PaceAsk } from '../../../harness/strategy/pace/pace.ts';
import { createTokenBucket } from '../../../sim/provider/quota/token-bucket.ts';
import { answer, paceOf, waits } from './pace-of.ts';

const told = (nowMs: number, remaining: number, resetMs: number) => answer(nowMs, remaining === 0, { requests: { remaining, resetMs } });

test('nobody waits before the provider has said anything, nor for one that says nothing', () => {
  const pace = paceOf('reset-headers', {});
  expect(waits(pace, 0, [100, 100, 100])).toEqual([0, 0, 0]);
  pace.ended(answer(10));
  expect(waits(pace, 10, [100, 100, 100])).toEqual([0, 0, 0]);
});

describe('what is left', () => {
  test('is spread over the time until all is whole', () => {
    const pace = paceOf('reset-headers', {});
    pace.ended(told(1000, 4, 8000));
    // 8 s for 4: one every 2 s. At 9 s all is whole, of which 4 is the most that was ever said, again for 8 s.
    expect(waits(pace, 1000, [0, 0, 0, 0, 0, 0])).toEqual([0, 2000, 4000, 6000, 8000, 10_000]);
  });

  test('goes at once, when it is not to be spread, and then all wait', () => {
    const pace = paceOf('reset-headers', { spread: false });
    pace.ended(told(1000, 2, 8000));
    expect(waits(pace, 1000, [0, 0, 0, 0, 0])).toEqual([0, 0, 8000, 8000, 16_000]);
  });

  test('counts in tokens as well', () => {
    const pace = paceOf('reset-headers', { spread: false });
    pace.ended(answer(0, false, { requests: { remaining: 9, resetMs: 100 }, tokens: { remaining: 3000, resetMs: 6000 } }));
    expect(waits(pace, 0, [1000, 2500, 500])).toEqual([0, 6000, 6000]);
  });

  test('is forgotten once it is whole and nobody waits', () => {
    const pace = paceOf('reset-headers', {});
    pace.ended(told(0, 0, 5000));
    expect(waits(pace, 4000, [0])).toEqual([1000]);
    expect(waits(paceOf('reset-headers', {}), 5000, [0, 0])).toEqual([0, 0]);
  });

  test('is what the answer with the later reset says: it was written after the other one', () => {
    const pace = paceOf('reset-headers', { spread: false });
    pace.ended(told(0, 0, 9000));
    pace.ended(told(100, 5, 2000)); // written before the bucket was emptied, come late
    expect(waits(pace, 100, [0])).toEqual([8900]);
  });

  test('comes back when its place is given back', () => {
    const pace = paceOf('reset-headers', { spread: false });
    pace.ended(told(0, 1, 4000));
    const [first, second, third] = [0, 0, 0].map((nowMs) => ({ nowMs, tokens: 7 })) as [PaceAsk, PaceAsk, PaceAsk];
    expect([first, second, third].map((ask) => pace.reserve(ask))).toEqual([0, 4000, 8000]);
    pace.release(third);
    expect(pace.reserve(third)).toBe(8000);
    pace.release(second);
    pace.release(third);
    expect(waits(pace, 10, [7])).toEqual([3990]);
    // An answer says that one is left after all; of two who wait it is the first one's.
    pace.ended(told(10, 1, 4000));
    expect(waits(pace, 10, [7])).toEqual([4000]);
  });
});

test('a bucket of 90 a minute that holds 15: one client without end goes at its rate and is refused never', () => {
  const pace = paceOf('reset-headers', {});
  const bucket = createTokenBucket(15, 90);
  let now = 0;
  let refused = 0;
  const sentAt: number[] = [];
  while (now < 900e6) {
    now += Math.round(pace.reserve({ nowMs: now / 1000, tokens: 0 }) * 1000);
    if (bucket.wait(now, 1) > 0) refused += 1;
    else bucket.take(now, 1);
    sentAt.push(now);
    pace.ended(told(now / 1000, Math.max(0, Math.floor(bucket.left(now))), bucket.fullIn(now) / 1000));
  }
  expect(refused).toBe(0);
  // Ten minutes in which the burst is long gone: 1.5 a second, and no more than what is left can change by.
  const steady = sentAt.filter((at) => at >= 300e6).length;
  expect(Math.abs(steady - 900)).toBeLessThanOrEqual(15);
});

const history = fc.array(
  fc.record({
    pauseMs: fc.constantFrom(0, 0, 0, 10, 500, 3000, 3_600_000),
    tokens: fc.constantFrom(0, 1, 900, 50_000),
    next: fc.constantFrom('leaves', 'silence', 'told', 'told'),
    remaining: fc.integer({ min: 0, max: 20 }),
    resetMs: fc.constantFrom(0, 1, 700, 10_000),
  }),
  { minLength: 1, maxLength: 40 },
);

test('whatever is said, everybody’s turn comes, none in the past, and what leaves is not waited for', () => {
  fc.assert(
    fc.property(fc.boolean(), history, (spread, steps) => {
      const pace = paceOf('reset-headers', { spread });
      let nowMs = 0;
      for (const { pauseMs, tokens, next, remaining, resetMs } of steps) {
        nowMs += pauseMs;
        const ask = { nowMs, tokens };
        const waitMs = pace.reserve(ask);
        // At the worst everybody before goes alone, each after a whole reset.
        if (!(waitMs >= 0 && waitMs <= steps.length * 2 * 10_000)) return false;
        if (next === 'leaves') pace.release(ask);
        else if (next === 'told') {
          const tokensLeft = { remaining: remaining * 1000, resetMs: resetMs / 2 };
          pace.ended(answer(nowMs, remaining === 0, { requests: { remaining, resetMs }, tokens: tokensLeft }));
        }
      }
      // Long after everything was whole nothing is left of it.
      return pace.reserve({ nowMs: nowMs + 3_600_000, tokens: 1 }) === 0;
    }),
    { numRuns: 10_000 },
  );
});
