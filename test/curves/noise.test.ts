import { describe, expect, test } from 'vitest';
import { compileCurve } from '../../sim/curves/compile.ts';
import type { CurveScope } from '../../sim/curves/curve.ts';
import { withNoise } from '../../sim/curves/noise.ts';
import { constantSteps } from '../../sim/curves/pieces.ts';
import { valueAt } from '../../sim/curves/read.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { micros, scopeOf, written } from './scope-of.ts';

const minute = 60_000;
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** A scope whose uniform numbers are all the same. */
const always = (uniform: number): CurveScope => ({ ...scopeOf(), noise: () => uniform });

function cellsOf(sd: number, seed: number, name = 'load'): number[] {
  const length = 200 * 10 * minute;
  const steps = withNoise(constantSteps(1), { sd, correlation: 10 * minute }, scopeOf('2026-03-02T00:00', 'UTC', { seed, length }), name);
  return Array.from({ length: 200 }, (_, cell) => valueAt(steps, cell * 10 * minute * 1000));
}

describe('noise', () => {
  test.each([0.05, 0.15, 0.5, 1])('sd %d: mean 1 within 3 standard errors over 20 seeds', (sd) => {
    const values = Array.from({ length: 20 }, (_, seed) => cellsOf(sd, seed + 1)).flat();
    const average = mean(values);
    const error = Math.sqrt(mean(values.map((value) => (value - average) * (value - average))) / values.length);
    expect(Math.abs(average - 1)).toBeLessThan(3 * error);
  });

  test('the logarithm has the standard deviation that was asked for, and neighbours do not depend on each other', () => {
    const logs = Array.from({ length: 20 }, (_, seed) => cellsOf(0.15, seed + 1).map(Math.log));
    const all = logs.flat();
    const centre = mean(all);
    const variance = mean(all.map((value) => (value - centre) * (value - centre)));
    // Standard error of a standard deviation: sd / √(2n).
    expect(Math.abs(Math.sqrt(variance) - 0.15)).toBeLessThan((3 * 0.15) / Math.sqrt(2 * all.length));
    const products = logs.flatMap((run) => run.slice(1).map((value, i) => (value - centre) * ((run[i] ?? 0) - centre)));
    expect(Math.abs(mean(products) / variance)).toBeLessThan(3 / Math.sqrt(products.length));
  });

  test('is clamped at 3 sd, and its mean counts the clamping', () => {
    // For sd 1: m = √e · (Φ(2) − Φ(−4)) + Φ(−3) · (e³ + e⁻³), with Φ(2) = .9772498681, Φ(−4) = .0000316712, Φ(−3) = .0013498980
    const m = Math.exp(0.5) * (0.9772498681 - 0.0000316712) + 0.001349898 * (Math.exp(3) + Math.exp(-3));
    const at = (uniform: number) => withNoise(constantSteps(1), { sd: 1, correlation: minute }, always(uniform), 'x').value[0];
    expect(at(1 - 1e-12)).toBeCloseTo(Math.exp(3) / m, 7);
    expect(at(1e-12)).toBeCloseTo(Math.exp(-3) / m, 9);
    expect(at(0.5)).toBeCloseTo(1 / m, 9);
  });

  test('sd 0 changes nothing', () => {
    expect(new Set(withNoise(constantSteps(4), { sd: 0, correlation: minute }, scopeOf(), 'x').value)).toEqual(new Set([4]));
  });

  test('a value holds for one cell, and the last one after the run', () => {
    const steps = compileCurve(
      written({ noise: { sd: 0.3, correlation: '10m' } }),
      scopeOf('2026-03-02T00:00', 'UTC', { length: 60 * minute }),
      'x',
    );
    expect([...steps.atMicros]).toEqual(Array.from({ length: 12 }, (_, cell) => micros({ m: 10 * cell })));
  });

  test('depends on seed, replication, name and cell alone', () => {
    expect(cellsOf(0.3, 1)).toEqual(cellsOf(0.3, 1));
    expect(cellsOf(0.3, 1)).not.toEqual(cellsOf(0.3, 2));
    expect(cellsOf(0.3, 1)).not.toEqual(cellsOf(0.3, 1, 'other'));
    const first = (replication: number, length: number) =>
      valueAt(
        compileCurve(written({ noise: { sd: 0.3, correlation: '1m' } }), scopeOf('2026-03-02T00:00', 'UTC', { replication, length }), 'x'),
        0,
      );
    expect(first(0, minute)).not.toBe(first(1, minute));
    expect(first(0, minute)).toBe(first(0, 1000 * minute));
  });

  test('two noises in one product are two noises', () => {
    const noise = { noise: { sd: 0.3, correlation: '10m' } };
    const one = compileCurve(written(noise), scopeOf(), 'x.0');
    const both = compileCurve(written({ product: [noise, noise] }), scopeOf(), 'x');
    expect(both.value[0]).not.toBeCloseTo((one.value[0] ?? 0) * (one.value[0] ?? 0), 6);
  });

  test('a grid that is too fine for the run is refused', () => {
    const compile = () =>
      compileCurve(
        written({ noise: { sd: 0.3, correlation: '1ms' } }),
        scopeOf('2026-03-02T00:00', 'UTC', { length: 3_600_000 }),
        'big/load',
      );
    expect(compile).toThrow(InputError);
    expect(compile).toThrow('big/load: noise: correlation 1ms is too short for this run: it makes 7200000 cells; expected at least 8ms');
  });
});
