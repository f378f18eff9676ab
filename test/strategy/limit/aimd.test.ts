import { describe, expect, test } from 'vitest';
import { aimd } from '../../../harness/strategy/limit/aimd.ts';
import type { Limit, LimitSample, LimitScope } from '../../../harness/strategy/limit/limit.ts';

const scope: LimitScope = {
  curve: () => {
    throw new Error('no curve is asked for');
  },
};

function limitOf(written: unknown): Limit {
  return aimd.create(aimd.options.parse(written), scope);
}

/** A success at full use that was sent before anything else happened, unless told otherwise. */
function sample(limit: Limit, given: Partial<LimitSample> = {}): LimitSample {
  const nowMs = given.nowMs ?? 0;
  return { nowMs, durationMs: 0, inFlight: limit.current(nowMs), verdict: 'success', ...given };
}

describe('increase', () => {
  test('by one a round trip: as many successes as the limit was', () => {
    const limit = limitOf({ initial: 3 });
    const seen: number[] = [];
    for (let i = 0; i < 12; i++) {
      limit.ended(sample(limit));
      seen.push(limit.current(0));
    }
    // 3 + 1/3 + 1/3.33 + 1/3.63 + 1/3.91 = 4.17, and so on.
    expect(seen).toEqual([3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5]);
  });

  test.each([
    ['half of the limit in flight', 5, 11], // 10 + 1/10 + … + 1/11 passes 11 with the eleventh success
    ['less: room that nobody needs', 4, 10],
  ])('eleven successes with %s', (_, inFlight, expected) => {
    const limit = limitOf({ initial: 10 });
    for (let i = 0; i < 11; i++) limit.ended(sample(limit, { inFlight }));
    expect(limit.current(0)).toBe(expected);
  });

  test('never above max', () => {
    const limit = limitOf({ initial: 3, max: 4 });
    for (let i = 0; i < 100; i++) limit.ended(sample(limit));
    expect(limit.current(0)).toBe(4);
  });
});

describe('decrease', () => {
  test('by the factor, never below min', () => {
    const limit = limitOf({ initial: 16, min: 2 });
    const seen = [1, 2, 3, 4, 5].map((second) => {
      limit.ended(sample(limit, { nowMs: second * 1000, durationMs: 10, verdict: 'failure' }));
      return limit.current(0);
    });
    expect(seen).toEqual([8, 4, 2, 2, 2]);
  });

  test('once for all that were under way together', () => {
    const limit = limitOf({ initial: 16 });
    for (let i = 0; i < 16; i++) limit.ended(sample(limit, { nowMs: 1000 + i, durationMs: 1000, verdict: 'failure' }));
    expect(limit.current(0)).toBe(8);
    limit.ended(sample(limit, { nowMs: 1020, durationMs: 20, verdict: 'failure' })); // sent at the decrease, under the new limit
    expect(limit.current(0)).toBe(4);
  });

  test('not by what says nothing about capacity', () => {
    const limit = limitOf({ initial: 16 });
    limit.ended(sample(limit, { nowMs: 1000, verdict: 'neutral' }));
    expect(limit.current(0)).toBe(16);
  });
});

test('C7: capacity 8, at 60 s 2, at 120 s 8 again; attempts of 1 s that keep every permit busy', () => {
  const limit = limitOf({ initial: 3, max: 8 });
  const at: number[] = [];
  let smallest = 8;
  for (let second = 1; second <= 180; second++) {
    const slots = second > 60 && second <= 120 ? 2 : 8;
    const inFlight = limit.current(second * 1000);
    for (let i = 0; i < inFlight; i++) {
      limit.ended({ nowMs: second * 1000, durationMs: 1000, inFlight: inFlight - i, verdict: i < slots ? 'success' : 'failure' });
    }
    at[second] = limit.current(second * 1000);
    smallest = Math.min(smallest, at[second] as number);
  }
  expect(at[60]).toBe(8); // stays at max
  expect(at[70]).toBeLessThanOrEqual(3);
  expect(at[150]).toBeGreaterThanOrEqual(7);
  expect(smallest).toBeGreaterThanOrEqual(1);
});

test.each([
  [{ initial: 3, min: 4 }, 'expected min ≤ initial ≤ max, found min 4, initial 3'],
  [{ initial: 3, max: 2 }, 'expected min ≤ initial ≤ max'],
  [{ initial: 0 }, 'expected a whole number from 1 up'],
  [{ decrease: 1 }, 'Too big'],
  [{ decrease: 0 }, 'Too small'],
])('%j: %s', (written, message) => expect(JSON.stringify(aimd.options.safeParse(written).error?.issues)).toContain(message));
