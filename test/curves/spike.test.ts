import { describe, expect, test } from 'vitest';
import { compileCurve } from '../../sim/curves/compile.ts';
import { meanOf, valueAt } from '../../sim/curves/read.ts';
import { micros, scopeOf, written } from './scope-of.ts';

describe('a spike', () => {
  const spike = { at: '14:00', height: 3, rise: '5m', decay: '10m' };
  const top = micros({ h: 14, m: 5 });
  const steps = compileCurve(written({ spike }), scopeOf());

  test('is 0 before, and after 7 time constants', () => {
    expect(valueAt(steps, micros({ h: 14 }) - 1)).toBe(0);
    expect(valueAt(steps, top + micros({ m: 70 }))).toBe(0);
    expect(valueAt(steps, micros({ d: 1, h: 14, m: 5 }))).toBe(0);
  });

  test('stays within 2 % of its height of the line and the exponential', () => {
    for (let second = 0; second < 300; second += 7) {
      const exact = (3 * second) / 300;
      expect(Math.abs(valueAt(steps, micros({ h: 14, s: second })) - exact)).toBeLessThanOrEqual(0.02 * 3);
    }
    for (let second = 0; second < 4200; second += 7) {
      const exact = 3 * Math.exp(-second / 600);
      expect(Math.abs(valueAt(steps, top + micros({ s: second })) - exact)).toBeLessThanOrEqual(0.02 * 3);
    }
  });

  test('keeps the area: a triangle and an exponential', () => {
    expect(meanOf(steps, micros({ h: 14 }), top)).toBeCloseTo(1.5, 9);
    // ∫ over 7 time constants = height · decay · (1 − e⁻⁷)
    expect(meanOf(steps, top, top + micros({ m: 70 })) * 4200).toBeCloseTo(3 * 600 * (1 - Math.exp(-7)), 6);
  });

  test('daily comes again at the same local time, and tails add up', () => {
    const daily = compileCurve(written({ spike: { ...spike, rise: '0s', decay: '10h', daily: true } }), scopeOf());
    const first = valueAt(daily, micros({ h: 14 }));
    expect(valueAt(daily, micros({ d: 1, h: 14 }))).toBeCloseTo(first + first * Math.exp(-2.4), 9);
  });
});
