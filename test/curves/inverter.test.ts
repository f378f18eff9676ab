import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Inverter } from '../../sim/curves/inverter.ts';
import { integralOf } from '../../sim/curves/read.ts';
import { anySteps, stepsOfPairs } from './steps-of.ts';

const second = 1e6;
const twoPerSecond = stepsOfPairs([0, 2]);
/** 1/s for a second, nothing for ten, then 2/s. */
const withGap = stepsOfPairs([0, 1], [second, 0], [11 * second, 2]);
/** 1/s for a second, then nothing. */
const withEnd = stepsOfPairs([0, 1], [second, 0]);

describe('the inverter', () => {
  test.each([
    ['a constant rate', twoPerSecond, {}, [1, 1, 0.5], [0.5, 1, 1.25]],
    ['a scale', twoPerSecond, { scale: 4 }, [1, 1], [0.125, 0.25]],
    ['a stretch without arrivals is skipped', withGap, {}, [0.5, 1], [0.5, 11.25]],
    ['a target reached exactly where the rate ends is reached there', withGap, {}, [1, 1], [1, 11.5]],
    ['nothing to add gives the same time', twoPerSecond, {}, [1, 0, 0], [0.5, 0.5, 0.5]],
    ['a target that is never reached', withEnd, {}, [0.5, 1, 0.1], [0.5, Infinity, Infinity]],
    ['no rate at all', stepsOfPairs([0, 0]), {}, [1], [Infinity]],
    ['an end of time', twoPerSecond, { untilMicros: second }, [1.9, 0.1, 0.1], [0.95, Infinity, Infinity]],
    ['a start within the curve', withGap, { fromMicros: 11 * second }, [1], [11.5]],
    ['a start before the run, where the first value holds', withEnd, { fromMicros: -2 * second }, [1, 1.5, 1], [-1, 0.5, Infinity]],
  ])('%s', (_, steps, options, increments, seconds) => {
    const inverter = new Inverter(steps, options);
    const found = increments.map((increment) => inverter.next(increment) / second);
    for (const [i, at] of found.entries()) {
      if (seconds[i] === Number.POSITIVE_INFINITY) expect(at).toBe(Number.POSITIVE_INFINITY);
      else expect(at).toBeCloseTo(seconds[i] ?? Number.NaN, 9);
    }
  });

  test('the integral up to each answer is the sum of the increments', () => {
    fc.assert(
      fc.property(anySteps, fc.array(fc.double({ min: 0, max: 0.003, noNaN: true }), { maxLength: 20 }), (steps, increments) => {
        const inverter = new Inverter(steps);
        const whole = (steps.value[steps.value.length - 1] ?? 0) > 0 ? Infinity : integralOf(steps, 0, 2000);
        let target = 0;
        let before = 0;
        for (const increment of increments) {
          target += increment;
          const at = inverter.next(increment);
          if (at === Infinity) {
            expect(target).toBeGreaterThan(whole - 1e-12);
            return;
          }
          expect(at).toBeGreaterThanOrEqual(before);
          expect(integralOf(steps, 0, at)).toBeCloseTo(target, 11);
          before = at;
        }
      }),
    );
  });

  test('a million small increments do not drift: 12/s for a day', () => {
    const inverter = new Inverter(stepsOfPairs([0, 10], [43_200 * second, 14]));
    let at = 0;
    for (let i = 0; i < 1_036_800; i++) at = inverter.next(1);
    // 10 · 43,200 + 14 · 43,200 = 1,036,800. Each sum is rounded by at most 2⁻¹⁷ µs at this size: 8 µs in all.
    expect(Math.abs(at - 86_400 * second)).toBeLessThan(8);
  });
});
