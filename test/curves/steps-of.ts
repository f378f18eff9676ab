import fc from 'fast-check';
import type { Steps } from '../../sim/curves/curve.ts';

/** Steps from times and values written side by side, times in microseconds. */
export function stepsOfPairs(...pairs: readonly (readonly [number, number])[]): Steps {
  return { atMicros: Float64Array.from(pairs, ([at]) => at), value: Float64Array.from(pairs, ([, value]) => value) };
}

/** Any steps: a start at 0 and up to 12 changes within 1,000 µs, values from 0 to 20 with many zeros. */
export const anySteps: fc.Arbitrary<Steps> = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 1000 }), { maxLength: 12 }),
    fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 20 })), { minLength: 13, maxLength: 13 }),
  )
  .map(([times, values]) => {
    const at = [0, ...times.sort((a, b) => a - b)];
    return { atMicros: Float64Array.from(at), value: Float64Array.from(values.slice(0, at.length)) };
  });
