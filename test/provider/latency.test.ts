import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileDistribution, meanOfDistribution } from '../../sim/provider/distribution.ts';
import { compileService } from '../../sim/provider/latency.ts';
import type { DistributionSpec } from '../../sim/provider/spec.ts';

const bimodal = { hyperexponential: { means: [500, 5000], shares: [0.9, 0.1] } };
const specs: DistributionSpec[] = [1000, { exponential: 1000 }, { p50: 900, p99: 4000 }, bimodal];

describe('quantiles', () => {
  it.each<[DistributionSpec, number, number]>([
    // spec, u, ms
    [250, 0.001, 250],
    [250, 0.999, 250],
    [{ exponential: 1000 }, 0.5, 1000 * Math.LN2],
    [{ exponential: 2000 }, 1 - Math.exp(-3), 6000],
    [{ p50: 900, p99: 4000 }, 0.5, 900],
    [{ p50: 900, p99: 4000 }, 0.99, 4000],
    // Symmetric in the logarithm.
    [{ p50: 900, p99: 4000 }, 0.01, (900 * 900) / 4000],
    [{ p50: 300, p99: 300 }, 0.7, 300],
    // Two equal parts are one exponential; a part without share is none.
    [{ hyperexponential: { means: [1000, 1000], shares: [0.3, 0.7] } }, 1 - Math.exp(-2), 2000],
    [{ hyperexponential: { means: [1000, 9000], shares: [1, 0] } }, 1 - Math.exp(-2), 2000],
  ])('%j at %d', (spec, u, ms) => {
    expect(compileDistribution(spec)(u)).toBeCloseTo(ms, 9);
  });

  it.each([1e-15, 1e-6, 0.01, 0.3, 0.5, 0.77, 0.9, 0.99, 0.999999, 1 - 1e-12, 1 - 2 ** -53])(
    'the hyperexponential inverse solves its equation at %d',
    (u) => {
      const x = compileDistribution(bimodal)(u);
      const died = -(0.9 * Math.expm1(-x / 500) + 0.1 * Math.expm1(-x / 5000));
      const survival = 0.9 * Math.exp(-x / 500) + 0.1 * Math.exp(-x / 5000);
      if (u < 0.5) expect(died / u).toBeCloseTo(1, 12);
      else expect(survival / (1 - u)).toBeCloseTo(1, 12);
    },
  );

  it.each(specs)('%j never falls as u rises, and is finite', (spec) => {
    const quantile = compileDistribution(spec);
    const uniform = fc.double({ min: 2 ** -53, max: 1 - 2 ** -53, noNaN: true });
    fc.assert(
      fc.property(uniform, uniform, (a, b) => {
        const [low, high] = [quantile(Math.min(a, b)), quantile(Math.max(a, b))];
        expect(low).toBeGreaterThanOrEqual(0);
        expect(Number.isFinite(high)).toBe(true);
        expect(low).toBeLessThanOrEqual(high * (1 + 1e-12));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('means', () => {
  it.each<[DistributionSpec, number, number]>([
    [1000, 1000, 12],
    [{ exponential: 700 }, 700, 12],
    [bimodal, 950, 12],
    // σ = ln(4 / 0.9) / 2.3263479 = 0.6412003; 900 · exp(σ² / 2)
    [{ p50: 900, p99: 4000 }, 1105.401, 3],
  ])('%j: %d ms', (spec, mean, digits) => {
    expect(meanOfDistribution(spec)).toBeCloseTo(mean, digits);
  });

  it.each(specs)('%j: the midpoint rule over the quantile gives it', (spec) => {
    const quantile = compileDistribution(spec);
    const n = 100_000;
    let sum = 0;
    for (let i = 0; i < n; i++) sum += quantile((i + 0.5) / n);
    expect(sum / n / meanOfDistribution(spec)).toBeCloseTo(1, 3);
  });
});

describe('service', () => {
  const flagship = compileService({ firstToken: { p50: 900, p99: 4000 }, perInputToken: 0, tokensPerSecond: 45 });

  it('the flagship of the peak day takes 5.55 s for 200 tokens in the mean', () => {
    expect(flagship.meanMs(1000, 200) / 1000).toBeCloseTo(5.55, 2);
    // Counting 199 steps would give 5.53.
    expect(Math.round(flagship.meanMs(1000, 200) / 10)).toBe(555);
  });

  it('first token, then a token every 1/rate, the end one step after the last', () => {
    const service = compileService({ firstToken: 500, perInputToken: 0.1, tokensPerSecond: 50 });
    const first = service.firstMs(0.5, 1000, 4);
    expect(first).toBe(600);
    const total = service.totalMs(first, 4);
    expect(total).toBe(680);
    expect(service.meanMs(1000, 4)).toBe(680);
  });

  it('a whole service time is cut into equal steps', () => {
    const service = compileService({ service: { exponential: 1000 }, firstToken: 500, perInputToken: 3, tokensPerSecond: 50 });
    const first = service.firstMs(1 - Math.exp(-1), 7000, 4);
    expect(first).toBeCloseTo(200, 9);
    expect(service.totalMs(first, 4)).toBeCloseTo(1000, 9);
    expect(service.meanMs(7000, 4)).toBe(1000);
  });

  it('an answer without tokens ends when its first one would be due', () => {
    const service = compileService({ firstToken: 500, perInputToken: 0, tokensPerSecond: 50 });
    expect(service.totalMs(service.firstMs(0.2, 1, 0), 0)).toBe(500);
  });
});
