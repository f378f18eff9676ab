import { describe, expect, test } from 'vitest';
import { fitScalability, type Point } from '../../harness/probe/scalability.ts';

/** Curves that others have published, with the points that they are of. */

const points = (pairs: readonly (readonly [number, number])[]): Point[] => pairs.map(([n, perSecond]) => ({ n, perSecond }));

// B. Schwartz, Practical Scalability Analysis with the Universal Scalability Law; the 32 points in codahale/usl4j (Apache-2.0).
const cisco = [
  955.16, 1878.91, 2688.01, 3548.68, 4315.54, 5130.43, 5931.37, 6531.08, 7219.8, 7867.61, 8278.71, 8646.7, 9047.84, 9426.55, 9645.37,
  9897.24, 10097.6, 10240.5, 10532.39, 10798.52, 11151.43, 11518.63, 11806.0, 12089.37, 12075.41, 12177.29, 12211.41, 12158.93, 12155.27,
  12118.04, 12140.4, 12074.39,
].map((perSecond, i): Point => ({ n: i + 1, perSecond }));

// The data sets of the R package usl (BSD-2-Clause), from Gunther's book.
const specsdm91 = points([
  [1, 64.9],
  [18, 995.9],
  [36, 1652.4],
  [72, 1853.2],
  [108, 1828.9],
  [144, 1775],
  [216, 1702.2],
]);
const raytracer = points([
  [1, 20],
  [4, 78],
  [8, 130],
  [12, 170],
  [16, 190],
  [20, 200],
  [24, 210],
  [28, 230],
  [32, 260],
  [48, 280],
  [64, 310],
]);

const near = (found: number | null | undefined, published: number, part: number) =>
  expect(Math.abs((found ?? Number.NaN) / published - 1)).toBeLessThanOrEqual(part);

describe('the universal scalability law', () => {
  test('of the router of Schwartz: its highest throughput is with 35 at once', () => {
    const fit = fitScalability(cisco);
    near(fit?.sigma, 0.02671591, 2e-4);
    near(fit?.kappa, 7.690945e-4, 2e-4);
    near(fit?.lambda, 995.6486, 2e-4);
    expect(Math.floor(fit?.peak ?? 0)).toBe(35);
  });

  test('of SPEC SDM 91: with 96.5', () => {
    const fit = fitScalability(specsdm91);
    near(fit?.sigma, 0.02772841, 1e-4);
    near(fit?.kappa, 1.043658e-4, 1e-4);
    near(fit?.lambda, 89.99518, 1e-4);
    near(fit?.peak, 96.51956, 1e-4);
  });

  test('of a ray tracer: it has none, more at once never bring less', () => {
    const fit = fitScalability(raytracer);
    expect(fit).toMatchObject({ kappa: 0, peak: null });
    near(fit?.sigma, 0.0577708, 1e-4);
    near(fit?.lambda, 21.84884, 1e-4);
  });

  test('of points that lie on it', () => {
    // σ = κ = .02, λ = 1: the peak is √(.98/.02) = 7.
    const fit = fitScalability(points([1, 2, 4, 6, 8, 10].map((n) => [n, n / (1 + 0.02 * (n - 1) + 0.02 * n * (n - 1))] as const)));
    near(fit?.sigma, 0.02, 1e-9);
    near(fit?.kappa, 0.02, 1e-9);
    near(fit?.lambda, 1, 1e-9);
    near(fit?.peak, 7, 1e-9);
  });

  test('of what grows in proportion: nothing waits', () => {
    const fit = fitScalability(points([1, 2, 3, 4, 5].map((n) => [n, 3 * n] as const)));
    near(fit?.lambda, 3, 1e-9);
    expect(fit?.sigma).toBeLessThan(1e-9);
    expect(fit?.kappa).toBeLessThan(1e-9);
  });

  test('of too few points: none', () => {
    expect(fitScalability(specsdm91.slice(0, 4))).toBeNull();
    expect(fitScalability(points([1, 1, 1, 2, 3, 4].map((n) => [n, n] as const)))).toBeNull();
  });
});
