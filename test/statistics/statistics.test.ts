import { describe, expect, test } from 'vitest';
import { generatedPart } from '../docs/page.ts';
import { verifies } from '../theory/verifies.ts';
import { binomial, drawsOf, noise } from './draws.ts';
import { type Found, find, sentencesOf, type Trials, tableOf } from './found.ts';
import { narrow, percentileSettings, shareSettings, shareText } from './settings.ts';

const few: Trials = { shares: 20_000, percentiles: 600, means: 20_000, comparisons: 800, selections: 150 };
const many: Trials = { shares: 160_000, percentiles: 4000, means: 200_000, comparisons: 6000, selections: 1500 };

/** Three standard errors of a share of so many trials. */
const reach = (share: number, trials: number): number => 3 * Math.sqrt((share * (1 - share)) / trials);

describe('the draws have the moments that they should', () => {
  const draw = drawsOf('draws', 0);
  const moments = (of: () => number): { mean: number; variance: number } => {
    const values = Array.from({ length: 40_000 }, of);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return { mean, variance: values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0) / values.length };
  };

  test.each([
    { n: 1000, p: 0.0002 },
    { n: 5000, p: 0.01 },
    { n: 5000, p: 0.12 },
  ])('binomial, $n and $p', ({ n, p }) => {
    const { mean, variance } = moments(() => binomial(n, p, draw));
    expect(Math.abs(mean - n * p)).toBeLessThan(4 * Math.sqrt((n * p) / 40_000));
    expect(Math.abs(variance / (n * p * (1 - p)) - 1)).toBeLessThan(0.06);
  });

  test('noise: mean 1, variance exp(sd²) − 1', () => {
    const { mean, variance } = moments(() => noise(0.5, draw));
    expect(Math.abs(mean - 1)).toBeLessThan(0.012);
    expect(Math.abs(variance / Math.expm1(0.25) - 1)).toBeLessThan(0.15);
  });
});

const kinds: readonly (readonly [string, Trials])[] = verifies
  ? [
      ['few', few],
      ['many', many],
    ]
  : [['few', few]];
let quick: Found | undefined;

describe.each(kinds)('with %s trials', (kind, trials) => {
  let found: Found;

  test('the simulations run', () => {
    found = find(trials);
    if (kind === 'few') quick = found;
    console.log(`${tableOf(found)}\n\n${sentencesOf(found)}`);
  }, 1_800_000);

  test.each(shareSettings.map((setting, i) => [shareText(setting), i] as const))('share: %s: in 93 to 99.9 of 100', (_, i) => {
    const { ours } = found.shares[i] as Found['shares'][number];
    expect(ours).toBeGreaterThanOrEqual(0.93);
    expect(ours).toBeLessThanOrEqual(0.999);
  });

  test('other intervals fail where ours does not, so the settings are hard', () => {
    expect(Math.min(...found.shares.map(({ student }) => student))).toBeLessThan(0.7);
    expect(Math.min(...found.shares.map(({ wilson }) => wilson))).toBeLessThan(0.25);
  });

  test.each(narrow.map((setting, i) => [shareText(setting), i, setting.atLeast] as const))('too narrow: %s', (_, i, atLeast) => {
    expect(found.narrow[i]?.ours).toBeGreaterThan(atLeast);
  });

  test('percentiles: in 90 to 97 of 100, within the noise of the trials', () => {
    expect(found.percentiles).toHaveLength(percentileSettings.length);
    for (const share of found.percentiles) {
      expect(share).toBeGreaterThan(0.9 - reach(0.9, trials.percentiles));
      expect(share).toBeLessThan(0.97 + reach(0.97, trials.percentiles));
    }
  });

  test('means: in 90 to 97 of 100', () => {
    for (const share of found.means) {
      expect(share).toBeGreaterThan(0.9);
      expect(share).toBeLessThan(0.97);
    }
  });

  test('equals: a difference is found in at most 5 of 100, with Holm; without in many more', () => {
    expect(found.falseFindings.holm).toBeLessThan(0.05 + reach(0.05, trials.comparisons));
    // Four tests at 5 % each: 1 − 0.95⁴ = 18.5 % if they were independent.
    expect(found.falseFindings.alone).toBeGreaterThan(0.12);
  });

  test('a real difference is found more often than not', () => expect(found.rightFindings).toBeGreaterThan(0.4));

  test('the best of 25 equals is overstated where it was chosen, and not on fresh replications', () => {
    // The largest of 25 normal values is 1.965 standard deviations above their mean; near-equals are taken in file order.
    expect(found.best.selected).toBeGreaterThan(1.7);
    expect(found.best.selected).toBeLessThan(2.1);
    expect(Math.abs(found.best.fresh)).toBeLessThan(3 / Math.sqrt(trials.selections));
  });
});

test('docs/proof.md and docs/model.md have these figures; UPDATE_GOLDEN=1 writes them', () => {
  if (quick === undefined) throw new Error('the simulations did not run');
  expect(generatedPart('docs/proof.md', 'coverage', tableOf(quick))).toBe(tableOf(quick));
  expect(generatedPart('docs/model.md', 'coverage', sentencesOf(quick))).toBe(sentencesOf(quick));
});
