import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeAll, plus, times } from '../../sim/curves/merge.ts';
import { stepsOf } from '../../sim/curves/pieces.ts';
import { integralOf, maxBetween, meanOf, valueAt } from '../../sim/curves/read.ts';
import { anySteps, stepsOfPairs } from './steps-of.ts';

const everyMicro = Array.from({ length: 1003 }, (_, i) => i);

describe('merging', () => {
  test('a sum and a product by hand', () => {
    const a = stepsOfPairs([0, 1], [10, 2]);
    const b = stepsOfPairs([0, 5], [10, 4], [20, 0]);
    expect(plus(a, b)).toEqual(stepsOfPairs([0, 6], [20, 2]));
    expect(times(a, b)).toEqual(stepsOfPairs([0, 5], [10, 8], [20, 0]));
  });

  test('has the combined value at every microsecond', () => {
    fc.assert(
      fc.property(anySteps, anySteps, (a, b) => {
        const sum = plus(a, b);
        const product = times(a, b);
        for (const t of everyMicro) {
          if (valueAt(sum, t) !== valueAt(a, t) + valueAt(b, t)) return false;
          if (valueAt(product, t) !== valueAt(a, t) * valueAt(b, t)) return false;
        }
        return true;
      }),
    );
  });

  test('gives steps: from 0, ascending, no value twice in a row', () => {
    fc.assert(
      fc.property(anySteps, anySteps, (a, b) => {
        const { atMicros, value } = plus(a, b);
        return atMicros[0] === 0 && atMicros.every((at, i) => i === 0 || (at > (atMicros[i - 1] ?? 0) && value[i] !== value[i - 1]));
      }),
    );
  });

  test('of many is the same as one after the other', () => {
    fc.assert(
      fc.property(fc.array(anySteps, { minLength: 1, maxLength: 6 }), (list) => {
        const nothing = stepsOfPairs([0, 0]);
        expect(plus(mergeAll(list, plus), nothing)).toEqual(list.reduce(plus, nothing));
      }),
    );
  });
});

describe('pieces', () => {
  test.each([
    ['before the first piece the curve is 0', [[1, 5]], stepsOfPairs([0, 0], [1000, 5])],
    [
      'what lies before the start counts as the value there',
      [
        [-5, 1],
        [-2, 2],
        [3, 4],
      ],
      stepsOfPairs([0, 2], [3000, 4]),
    ],
    [
      'of two at one time the last wins',
      [
        [0, 1],
        [0, 2],
        [7, 3],
        [7, 4],
      ],
      stepsOfPairs([0, 2], [7000, 4]),
    ],
    [
      'equal neighbours are joined',
      [
        [0, 1],
        [1, 1],
        [2, 3],
        [3, 3],
      ],
      stepsOfPairs([0, 1], [2000, 3]),
    ],
    [
      'times become whole microseconds',
      [
        [0, 1],
        [0.0015, 2],
      ],
      stepsOfPairs([0, 1], [2, 2]),
    ],
  ] as const)('%s', (_, pieces, steps) => {
    expect(stepsOf(pieces)).toEqual(steps);
  });
});

describe('reading', () => {
  const steps = stepsOfPairs([0, 2], [1_000_000, 0], [3_000_000, 4]);

  test.each([
    [-1, 2],
    [0, 2],
    [999_999, 2],
    [1_000_000, 0],
    [3_000_000, 4],
    [1e15, 4],
  ])('value at %d µs is %d', (at, value) => {
    expect(valueAt(steps, at)).toBe(value);
  });

  test.each([
    ['within a step', 1_000_000, 2_000_000, 0, 0, 0],
    ['the end is exclusive', 500_000, 3_000_000, 2, 1, 0.4],
    ['one microsecond more', 0, 3_000_001, 4, 2.000004, 2.000004 / 3.000001],
    ['beyond the last change', 2_000_000, 5_000_000, 4, 8, 8 / 3],
    ['an empty interval', 500_000, 500_000, 2, 0, 2],
  ])('%s: max, integral, mean of [%d, %d)', (_, from, to, max, integral, mean) => {
    expect(maxBetween(steps, from, to)).toBe(max);
    expect(integralOf(steps, from, to)).toBeCloseTo(integral, 12);
    expect(meanOf(steps, from, to)).toBeCloseTo(mean, 12);
  });

  test('max and integral agree with every microsecond', () => {
    fc.assert(
      fc.property(anySteps, fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 1, max: 200 }), (any, from, length) => {
        const values = Array.from({ length }, (_, i) => valueAt(any, from + i));
        expect(maxBetween(any, from, from + length)).toBe(Math.max(...values));
        expect(integralOf(any, from, from + length) * 1e6).toBeCloseTo(
          values.reduce((sum, value) => sum + value, 0),
          6,
        );
      }),
    );
  });
});
