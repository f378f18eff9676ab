import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paretoFront } from '../../reports/result/pareto.ts';

test.each<[readonly (readonly (number | null)[])[], readonly number[]]>([
  [[], []],
  [[[1, 1]], [0]],
  [
    [
      [1, 3],
      [2, 2],
      [3, 1],
      [3, 3],
      [2, 3],
    ],
    [0, 1, 2],
  ],
  // Equal ones stand together, and what is null is beaten by any number.
  [
    [
      [1, 1],
      [1, 1],
      [1, null],
    ],
    [0, 1],
  ],
  [
    [
      [1, null],
      [2, null],
      [3, 5],
    ],
    [0, 2],
  ],
])('the front of %j is %j', (points, front) => expect(paretoFront(points)).toEqual(front));

test('whoever is not on the front is beaten by somebody who is', () => {
  const value = fc.option(fc.integer({ min: 0, max: 4 }));
  fc.assert(
    fc.property(fc.array(fc.tuple(value, value, value), { minLength: 1, maxLength: 12 }), (points) => {
      const front = paretoFront(points);
      const or = (one: number | null): number => one ?? Number.POSITIVE_INFINITY;
      const noWorse = (a: readonly (number | null)[], b: readonly (number | null)[]): boolean =>
        a.every((one, i) => or(one) <= or(b[i] ?? null));
      expect(front.length).toBeGreaterThan(0);
      points.forEach((point, i) => {
        if (!front.includes(i)) expect(front.some((j) => noWorse(points[j] ?? [], point))).toBe(true);
      });
    }),
  );
});
