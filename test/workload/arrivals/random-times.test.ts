import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { packagePath } from '../../../sim/kernel/package-root.ts';
import { hourMs, type Setting, timesOf } from './run-arrivals.ts';

const minutes = 60_000_000;

/** Counts of Poisson arrivals have variance equal to their mean: within 3 standard errors of it, over `runs` replications. */
function expectPoissonCount(
  written: unknown,
  mean: number,
  runs: number,
  setting: Setting = {},
  within: (micros: number) => boolean = () => true,
) {
  let total = 0;
  for (let replication = 0; replication < runs; replication++) {
    total += timesOf(written, { ...setting, seed: 11, replication }).filter(within).length;
  }
  expect(Math.abs(total - mean * runs)).toBeLessThanOrEqual(3 * Math.sqrt(mean * runs));
}

const random: readonly [string, unknown][] = [
  ['poisson', { poisson: { rate: '7/s' } }],
  ['poisson along a curve', { poisson: { rate: { curve: 'office-hours', low: '1/s', high: '4/s' } } }],
  ['ramp', { ramp: { from: '1/s', to: '20/s', over: '10m' } }],
  ['trace', { trace: { file: 'azure-conv.csv', format: 'azure', repeat: true } }],
  [
    'shaped trace',
    { trace: { file: 'azure-conv.csv', format: 'azure', repeat: true, shape: { curve: 'azure-2024-conv', mean: '0.5/s' } } },
  ],
];

describe('the same seed and replication give the same arrivals, another one others', () => {
  test.each(random)('%s', (_, written) => {
    const folder = packagePath('sim', 'presets');
    const at = (seed: number, replication: number) => timesOf(written, { seed, replication, folder, most: 500 });
    expect(at(5, 2)).toEqual(at(5, 2));
    expect(at(5, 2)).not.toEqual(at(6, 2));
    expect(at(5, 2)).not.toEqual(at(5, 3));
  });

  test.each(random)('%s: times are whole microseconds and never go back', (_, written) => {
    fc.assert(
      fc.property(fc.nat({ max: 1e9 }), fc.nat({ max: 100 }), (seed, replication) => {
        const times = timesOf(written, { seed, replication, most: 300 });
        expect(times.every((time, index) => Number.isSafeInteger(time) && time >= (times[index - 1] ?? 0))).toBe(true);
      }),
      { numRuns: 10 },
    );
  });
});

describe('as many arrive as the rate says', () => {
  test('poisson at 7/s: 25,200 in an hour', () => expectPoissonCount({ poisson: { rate: '7/s' } }, 25_200, 20));

  test('poisson: gaps are exponential (mean 1/7 s, 1/e of them longer than that)', () => {
    const times = timesOf({ poisson: { rate: '7/s' } });
    const gaps = times.map((time, index) => time - (times[index - 1] ?? 0));
    const longer = gaps.filter((gap) => gap > 1e6 / 7).length / gaps.length;
    const share = Math.exp(-1);
    expect(Math.abs(longer - share)).toBeLessThanOrEqual(3 * Math.sqrt((share * (1 - share)) / gaps.length));
  });

  test('poisson along a curve: 2/s for 20 minutes, nothing for 20, 6/s for 20', () => {
    const steps = [
      { at: '0s', value: '2/s' },
      { at: '20m', value: '0/s' },
      { at: '40m', value: '6/s' },
    ];
    const written = { poisson: { rate: { steps } } };
    expectPoissonCount(written, 2400, 20, {}, (time) => time < 20 * minutes);
    expectPoissonCount(written, 7200, 20, {}, (time) => time >= 40 * minutes);
    expect(timesOf(written).filter((time) => time >= 20 * minutes && time < 40 * minutes)).toEqual([]);
  });

  test('poisson along a curve that stays at 0 ends', () => {
    const written = {
      poisson: {
        rate: {
          steps: [
            { at: '0s', value: '1/s' },
            { at: '10s', value: '0/s' },
          ],
        },
      },
    };
    expect(timesOf(written, { lengthMs: 1e9 }).every((time) => time < 10e6)).toBe(true);
  });

  // Λ(t) = from · t + (to − from) · t² / (2 · over): 600 · (1 + 20) / 2 = 6,300 on the ramp, of them
  // 300 + 19 · 300² / 1200 = 1,725 in its first half; then 20/s.
  test('ramp from 1/s to 20/s over 10 minutes', () => {
    const written = { ramp: { from: '1/s', to: '20/s', over: '10m' } };
    expectPoissonCount(written, 1725, 20, {}, (time) => time < 5 * minutes);
    expectPoissonCount(written, 6300, 20, {}, (time) => time < 10 * minutes);
    expectPoissonCount(written, 60_000, 5, {}, (time) => time >= 10 * minutes);
  });

  test('ramp down to 0 ends', () => {
    const written = { ramp: { from: '20/s', to: '0/s', over: '10m' } };
    expectPoissonCount(written, 6000, 20, { lengthMs: 24 * hourMs });
    expect(timesOf(written).every((time) => time < 10 * minutes)).toBe(true);
  });

  test('a ramp that stays where it is is poisson, draw by draw', () => {
    const flat = timesOf({ ramp: { from: '7/s', to: '7/s', over: '10m' } }, { most: 2000 });
    const poisson = timesOf({ poisson: { rate: '7/s' } }, { most: 2000 });
    expect(flat.map((time, index) => Math.abs(time - (poisson[index] ?? 0))).every((gap) => gap <= 1)).toBe(true);
  });
});
