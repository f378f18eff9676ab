import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileSizes } from '../../harness/workload/sizes.ts';
import { Luck } from '../../sim/kernel/random.ts';

const luck = new Luck(7, 0);
const entities = Array.from({ length: 20_000 }, (_, entity) => entity);

describe('sizes', () => {
  test('numbers are what they are, and the bound is the answer’s own length', () => {
    expect(compileSizes({ input: 500, output: 200 }, luck)(3)).toEqual({ input: 500, output: 200, maxTokens: 200 });
  });

  test('an answer ends at maxTokens, which the request states even when the answer is shorter', () => {
    expect(compileSizes({ input: 500, output: 200, maxTokens: 150 }, luck)(3)).toEqual({ input: 500, output: 150, maxTokens: 150 });
    expect(compileSizes({ input: 500, output: 200, maxTokens: 1000 }, luck)(3)).toEqual({ input: 500, output: 200, maxTokens: 1000 });
  });

  test('a trace gives its own; what it does not know counts 1', () => {
    const sizes = compileSizes('trace', luck);
    expect(sizes(3, { inputTokens: 374, outputTokens: 44 })).toEqual({ input: 374, output: 44, maxTokens: 44 });
    expect(sizes(3, {})).toEqual({ input: 1, output: 1, maxTokens: 1 });
  });

  test('tokens of a trace are not used where sizes are given', () => {
    expect(compileSizes({ input: 500, output: 200 }, luck)(3, { inputTokens: 1, outputTokens: 2 }).input).toBe(500);
  });
});

describe('log-normal by median and 99th percentile', () => {
  const sizes = compileSizes({ input: { p50: 1000, p99: 4000 }, output: { p50: 200, p99: 200 } }, luck);

  // Shares above a quantile are binomial. ln(4) / z(0.99) = 1.38629 / 2.32635 = 0.59591 is the deviation of the logarithm;
  // one deviation above the median, at 1000 · e^0.59591 = 1814.7, lie 15.866 %.
  test.each([
    [1000, 0.5],
    [1814.7, 0.15866],
    [4000, 0.01],
  ])('above %d tokens lies a share of %d', (bound, share) => {
    const above = entities.filter((entity) => sizes(entity).input > bound).length / entities.length;
    expect(Math.abs(above - share)).toBeLessThanOrEqual(3 * Math.sqrt((share * (1 - share)) / entities.length));
  });

  test('equal percentiles are one number', () => {
    expect(new Set(entities.map((entity) => sizes(entity).output))).toEqual(new Set([200]));
  });

  test('whole numbers, at least 1, keyed by the request alone', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.nat({ max: 2 ** 31 }),
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 0, max: 5000 }),
        (seed, entity, p50, more) => {
          const spec = { input: { p50, p99: p50 + more }, output: { p50: 1, p99: 1 + more } };
          const one = compileSizes(spec, new Luck(seed, 0));
          const other = compileSizes(spec, new Luck(seed, 0));
          other(entity + 1);
          const { input, output, maxTokens } = one(entity);
          expect([input, output].every((tokens) => Number.isSafeInteger(tokens) && tokens >= 1)).toBe(true);
          expect(maxTokens).toBe(output);
          expect(other(entity)).toEqual({ input, output, maxTokens });
        },
      ),
    );
  });

  test('input and output have luck of their own', () => {
    const both = compileSizes({ input: { p50: 1000, p99: 4000 }, output: { p50: 1000, p99: 4000 } }, luck);
    const same = entities.slice(0, 1000).filter((entity) => both(entity).input === both(entity).output).length;
    expect(same).toBeLessThan(20);
  });
});
