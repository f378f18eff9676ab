import { expect, test } from 'vitest';
import { at, fixedRetry, provider, runOf, scenario, script, strategy } from '../../support/scenario.ts';
import { past, ruleOf } from './rule-of.ts';

// What cockatiel 3.2.1 returns as ExponentialBackoff(options).next().duration and so on, its luck being this.
const steady = [0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25];
const wild = [0.9, 0.1, 0.9, 0.1, 0.9, 0.5, 0.01, 0.99, 0.5, 0.5];
const other = { base: '1s', cap: '5s', factor: 3 };

test.each<[object, readonly number[], readonly number[]]>([
  [
    {},
    steady,
    [82.80623442350515, 129.73695823422202, 220.21610074626457, 435.7772650285942, 870.1913611002173, 1739.8243792794026].concat([
      3479.376383629887, 6958.607405877625, 13917.135784851787, 27834.23232949352,
    ]),
  ],
  [
    {},
    wild,
    [163.1067826363042, 27.056532167375128, 490.78290476121407, 101.61081306135576, 1946.4516467213843, 1407.8783978366055].concat([
      1754.5919657593172, 17351.988781993812, 9856.640377053773, 30000,
    ]),
  ],
  [other, steady, [715.9387693356214, 2040.5187517935449, 5000, 5000, 5000, 5000, 5000, 5000, 5000, 5000]],
  [other, wild, [1835.4568734852592, 485.2332525343165, 5000, 4246.450330929437, 5000, 5000, 5000, 5000, 5000, 5000]],
])('cockatiel with %j and the luck %j', (written, luck, expected) => {
  const rule = ruleOf('polly', written);
  const found = luck.map((uniform, i) => rule.delayMs({ ...past(i + 1), previousUniform: luck[i - 1] }, uniform));
  expect(found.map((ms) => Math.round(1e6 * (ms ?? -1)))).toEqual(expected.map((ms) => Math.round(1e6 * ms)));
});

test('the client hands over the luck of the wait before: three waits together are what f says of the last', () => {
  const refusals = Array.from({ length: 3 }, () => ({ refuse: 'server_error' }) as const);
  const ran = runOf(
    scenario({
      provider: provider({ faults: [script(['big'], refusals)] }),
      workload: { arrivals: at(...Array.from({ length: 50 }, (_, i) => 20_000 * i)) },
      time: { length: 1_000_000 },
      strategies: [strategy('polly', { retry: fixedRetry(0, 9, { backoff: { polly: { base: 1000, factor: 2, cap: 600_000 } } }) })],
    }),
  );
  // Were nothing subtracted, f(1) at least would come on top, and the largest sums would be above f(3).
  const f = (t: number): number => Math.exp(t * Math.LN2) * Math.tanh(Math.sqrt(4 * t));
  const sums = Array.from({ length: 50 }, (_, entity) => {
    const sends = ran.attempts.filter((one) => one.entity === entity).map(({ sentMs }) => sentMs ?? Number.NaN);
    expect(sends).toHaveLength(4);
    return (((sends[3] as number) - (sends[0] as number)) * 1.4) / 1000;
  });
  expect(Math.min(...sums)).toBeGreaterThanOrEqual(f(2) - 0.001);
  expect(Math.max(...sums)).toBeLessThanOrEqual(f(3) + 0.001);
});
