import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sortAscending } from '../../harness/run/sort-ascending.ts';

const sorted = (values: readonly number[]) => {
  const array = Float64Array.from(values);
  sortAscending(array);
  return [...array];
};
const many = (value: (i: number) => number) => Array.from({ length: 5000 }, (_, i) => value(i));
const byComparison = (values: readonly number[]) => [...values].sort((a, b) => a - b);

describe('sorts as comparison does, to the bit', () => {
  test.each([
    { what: 'whole microseconds', values: many((i) => ((i * 7919) % 104_729) / 1000) },
    { what: 'up to 71 minutes', values: many((i) => ((i * 2_654_435_761) % 4_294_967_296) / 1000) },
    { what: 'one that is far out', values: [...many((i) => i / 1000), 1e300] },
    { what: 'the smallest and the largest', values: [...many((i) => i), Number.MIN_VALUE, Number.MAX_VALUE, Number.POSITIVE_INFINITY] },
    { what: 'parts of a microsecond', values: many((i) => Math.sqrt((i * 7919) % 104_729)) },
    { what: 'equal ones', values: many((i) => i % 3) },
    { what: 'all zero', values: many(() => 0) },
    { what: 'few', values: [3, 1, 2] },
    { what: 'none', values: [] },
  ])('$what', ({ values }) => {
    expect(sorted(values)).toEqual(byComparison(values));
  });

  test('random lengths and sizes', () => {
    const micros = fc.nat({ max: 4_294_967_295 }).map((whole) => whole / 1000);
    fc.assert(
      fc.property(fc.array(micros, { minLength: 4090, maxLength: 4200 }), (values) => {
        expect(sorted(values)).toEqual(byComparison(values));
      }),
      { numRuns: 20 },
    );
  });
});
