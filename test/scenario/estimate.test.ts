import { describe, expect, test } from 'vitest';
import { estimate } from '../../harness/scenario/estimate.ts';
import { loadScenario } from '../../harness/scenario/load.ts';

async function estimateOf(text: string) {
  return estimate((await loadScenario({ text, env: {} })).scenario);
}

/** Erlang's loss formula as it is defined: a^n/n! over the sum of all a^k/k!. */
function lossFormula(offered: number, slots: number): number {
  let term = 1;
  let sum = 1;
  for (let k = 1; k <= slots; k += 1) {
    term = (term * offered) / k;
    sum += term;
  }
  return term / sum;
}

const file = (more: string, model = 'slots: 10, service: 3s') => `
time: { length: 90m }
provider: { models: { big: { ${model} } } }
workload: { ${more} }
strategies: [ { name: naive }, { name: limited, limit: 5 } ]
sweep: { strategy: limited, limit: [1, 2] }
replications: 3
`;

describe('what to expect', () => {
  test('of 2/s that take 3 s beside tenants who offer half of 10 slots', async () => {
    const result = await estimateOf(
      file('arrivals: { constant: { rate: 2/s } }', 'slots: 10, service: 3s, otherTenants: { load: 0.5, hold: 20s }'),
    );
    expect(result.pool).toBe('big');
    expect(result.requests).toBeCloseTo(90 * 60 * 2, -1);
    // 5 Erlang of 20 s each for 5,400 s.
    expect(result.tenantArrivals).toBe((5 * 5400) / 20);
    // Two strategies and two variants, three times.
    expect(result.jobs).toBe(12);
    expect(result.hours.map(({ from }) => from)).toEqual(['2026-03-02T00:00', '2026-03-02T01:00']);
    for (const hour of result.hours) {
      expect(hour.ownErlang).toBeCloseTo(6, 1);
      expect(hour.tenantErlang).toBe(5);
      expect(hour.slots).toBe(10);
    }
    const { ownErlang } = result.hours[result.busiest] ?? { ownErlang: 0 };
    expect(result.erlangB).toBeCloseTo(lossFormula(ownErlang + 5, 10), 12);
    expect(result.cpuSeconds).toBeGreaterThan(0);
  });

  test('the busiest hour is that of the largest load on the slots there are', async () => {
    const steps = 'slots: { steps: [ { at: 0s, value: 20 }, { at: 60m, value: 10 } ] }, service: 3s';
    const result = await estimateOf(file('arrivals: { ramp: { from: 3/s, to: 2/s, over: 90m } }', steps));
    expect(result.busiest).toBe(1);
    expect(result.hours.map(({ slots }) => slots)).toEqual([20, 10]);
  });

  test('a token time and sizes make the service time', async () => {
    const result = await estimateOf(
      file('arrivals: { constant: { rate: 1/s } }, sizes: { input: 100, output: 200 }', 'slots: 10, firstToken: 1s, tokensPerSecond: 50'),
    );
    // 1 s and 200 tokens at 50/s.
    expect(result.hours[0]?.ownErlang).toBeCloseTo(5, 1);
  });

  test.each([
    ['a queue', 'arrivals: { poisson: { rate: 1/s } }', 'slots: 10, queue: { length: 5 }, service: 3s'],
    ['a slowdown', 'arrivals: { poisson: { rate: 1/s } }', 'slots: 10, slowdown: { full: 2, power: 1 }, service: 3s'],
    ['users who wait', 'arrivals: { users: { count: 5, think: 10s } }', 'slots: 10, service: 3s'],
    ['a batch', 'arrivals: { batch: { jobs: 50, at: 0s, workers: 5 } }', 'slots: 10, service: 3s'],
  ])('with %s the loss formula does not hold', async (_what, workload, model) => {
    const result = await estimateOf(file(workload, model));
    expect(result.erlangB).toBeNull();
    expect(result.requests).toBeGreaterThan(0);
  });

  test('requests stop where the file says', async () => {
    expect((await estimateOf(file('arrivals: { constant: { rate: 1/s } }, requests: 100'))).requests).toBe(100);
    expect((await estimateOf(file('arrivals: { batch: { jobs: 50, at: 0s, workers: 5 } }, requests: 20'))).requests).toBe(20);
  });

  test('users ask once in a think time and an answer', async () => {
    const result = await estimateOf(file('arrivals: { users: { count: 13, think: 10s } }'));
    expect(result.requests).toBe((13 * 5400) / 13);
  });
});

test('the peak day is what its file says: some 43,000 requests, 12 % refused at the peak, hardly any at night', async () => {
  const { scenario } = await loadScenario({ file: 'peak-day', env: {} });
  const result = estimate(scenario);
  expect(result.requests).toBeGreaterThan(40_000);
  const [night, peak] = [3, 15].map((hour) => result.hours[hour]);
  expect(lossFormula((peak?.ownErlang ?? 0) + (peak?.tenantErlang ?? 0), 40)).toBeCloseTo(0.12, 1);
  expect(lossFormula((night?.ownErlang ?? 0) + (night?.tenantErlang ?? 0), 40)).toBeLessThan(1e-3);
});
