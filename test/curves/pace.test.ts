import { describe, expect, test } from 'vitest';
import { paced, paceOf } from '../../sim/curves/pace.ts';

const hour = 3_600_000_000;

describe('a day on a clock', () => {
  test('as fast as the clock: the same', () => {
    const { toClock, toDay } = paceOf(1, 5 * hour);
    expect([toClock(7), toDay(7), toClock(Number.POSITIVE_INFINITY)]).toEqual([7, 7, Number.POSITIVE_INFINITY]);
  });

  test('24 times as fast from 12:00 on: both show the same then, an hour later it is noon again', () => {
    const { toClock, toDay } = paceOf(24, 12 * hour);
    expect([toClock(12 * hour), toClock(36 * hour), toClock(0)]).toEqual([12 * hour, 13 * hour, 11.5 * hour]);
    expect([toDay(12 * hour), toDay(13 * hour), toDay(11.5 * hour)]).toEqual([12 * hour, 36 * hour, 0]);
    expect(toClock(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
  });

  test('slower, too', () => {
    const { toClock, toDay } = paceOf(0.5, hour);
    expect([toClock(2 * hour), toDay(3 * hour)]).toEqual([3 * hour, 2 * hour]);
  });

  test('a curve begins at 0 whatever came before; steps that fall together are the last of them', () => {
    const curve = { atMicros: Float64Array.of(0, 100, 101, 102, 200), value: Float64Array.of(1, 2, 3, 4, 5) };
    const { atMicros, value } = paced(curve, paceOf(10, 100));
    expect([[...atMicros], [...value]]).toEqual([
      [0, 100, 110],
      [1, 4, 5],
    ]);
    // On a clock that is faster than its day, 0 of the day lies before 0 of the clock.
    const slow = paced(curve, paceOf(0.5, 100));
    expect([[...slow.atMicros], [...slow.value]]).toEqual([
      [0, 100, 102, 104, 300],
      [1, 2, 3, 4, 5],
    ]);
  });
});
