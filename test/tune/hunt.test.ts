import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { loadScenario } from '../../harness/scenario/load.ts';
import type { Scenario } from '../../harness/scenario/scenario.ts';
import { spaceOf } from '../../harness/tune/space.ts';
import { tuneWith } from '../../harness/tune/tune.ts';
import { toJson } from '../../reports/formats/json.ts';
import { type Line, scriptedWorkers } from './scripted-workers.ts';

async function varied(
  key: string,
  values: string,
  more: object = {},
): Promise<{ scenario: Scenario; valueAt: (strategyIndex: number) => number }> {
  const text = stringify({
    time: { length: '20s' },
    provider: { models: { big: { slots: 8, service: '1s' } } },
    workload: { arrivals: { poisson: { rate: '1/s' } } },
    strategies: [{ name: 'tried', limit: 3, retry: { fixed: '1s', attempts: 2 } }],
    ...more,
  });
  const { scenario } = await loadScenario({ text, vary: [`${key}=${values}`] });
  return { scenario, valueAt: (index) => Number(scenario.strategies[index]?.name.split('=')[1]) };
}

interface Scripted {
  readonly scenario: Scenario;
  readonly script: (index: number, replication: number) => Line;
  readonly width?: number;
  readonly turns?: (replication: number) => number;
}

async function tuned({ scenario, script, ...more }: Scripted) {
  const space = spaceOf(scenario);
  if (space === undefined) throw new Error('expected a sweep');
  return tuneWith(scenario, space, scriptedWorkers(scenario, script, more));
}

test('the value that is told is the one that was run on fresh replications, whatever its neighbours did in the search', async () => {
  const { scenario, valueAt } = await varied('retry.attempts', '1..12');
  // Twelve has the most, all have it within 1 %; of those looked at first (1, 2, 3, 5, 8, 12) five is the quickest, and six is quicker.
  const latencies = new Map([
    [6, 100],
    [5, 200],
  ]);
  const { tune } = await tuned({
    scenario,
    script: (index) => ({ good: valueAt(index) === 12 ? 1005 : 1000, latencyMs: latencies.get(valueAt(index)) ?? 900 }),
  });
  expect(tune).toMatchObject({ status: 'found', value: 5, settings: { 'retry.attempts': 5 }, variant: 'tried@retry.attempts=5' });
  expect(tune.interval).toEqual([1, 12]);
  expect(tune.tried.filter(({ within }) => !within)).toEqual([]);
  expect(tune.tried.map(({ value }) => value)).toEqual(expect.arrayContaining([4, 5, 6]));
});

test.each([
  ['1..3', 'none', /the nearest, .*, misses latency\.p95 ≤ 500 ms on fresh replications$/],
  ['1..12', 'undecided', /it is not run on fresh replications, which did not show of 3 others that they meet latency\.p95 ≤ 500 ms$/],
])('values %s that met the bound in the search and miss it on fresh replications: %s', async (values, status, verdict) => {
  const { scenario } = await varied('retry.attempts', values, { slo: { latency: { p95: '500ms' } } });
  const { tune } = await tuned({ scenario, script: (_, replication) => ({ good: 1000, latencyMs: replication < 80 ? 100 : 900 }) });
  expect(tune).toMatchObject({ status, value: null, verdict: expect.stringMatching(verdict) });
});

test('a value that fresh replications leave open is said to be one', async () => {
  const { scenario } = await varied('retry.attempts', '1..3', { slo: { latency: { p95: '500ms' } } });
  const { tune } = await tuned({
    scenario,
    // Every tenth replication is all beyond the bound: by its figure missed, by its interval open.
    script: (_, replication) => ({ good: 1000, latencyMs: replication >= 80 && replication % 10 === 3 ? 900 : 100 }),
  });
  expect(tune).toMatchObject({ status: 'undecided', value: null });
  expect(tune.verdict).toMatch(/fresh replications did not show that it meets latency\.p95 ≤ 500 ms$/);
});

test('of a value that fails in several replications the first failure is told, however many workers there are', async () => {
  const { scenario, valueAt } = await varied('retry.attempts', '1..12');
  // Replication 2 fails last of all that are under way.
  const script = (index: number, replication: number): Line =>
    valueAt(index) === 5 && replication >= 2 ? { failure: `in ${replication}` } : { good: 1000 - valueAt(index), latencyMs: 100 };
  const of = (width: number) => tuned({ scenario, script, width, turns: (replication) => 20 - 5 * replication });
  const one = await of(1);
  expect(one.strategies.find(({ name }) => name === 'tried@retry.attempts=5')).toMatchObject({
    failure: { message: 'in 2' },
    replications: [{ replication: 0 }, { replication: 1 }],
  });
  for (const width of [2, 8]) expect(toJson(await of(width)), String(width)).toBe(toJson(one));
});

describe('what is the best of equals', () => {
  // All have the same goodput, the larger the quicker.
  const told = async (key: string, limit: unknown) => {
    const strategies = [{ name: 'tried', limit }];
    const { scenario, valueAt } = await varied(key, '2..4', { strategies });
    const { tune } = await tuned({ scenario, script: (index) => ({ good: 1000, latencyMs: 1000 - 100 * valueAt(index) }) });
    return tune;
  };
  const aimd = { aimd: { initial: 4, min: 1, max: 8 } };

  test.each([
    ['limit', 3],
    ['limit.fixed', { fixed: 3 }],
    ['limit.aimd.initial', aimd],
  ])('%s: the smallest', async (key, limit) => {
    expect((await told(key, limit)).value).toBe(2);
  });

  test('a wait: the quickest', async () => {
    const strategies = [{ name: 'tried', limit: { fixed: 3, queue: { maxWait: '2s' } } }];
    const { scenario } = await varied('limit.queue.maxWait', '2s,3s,4s', { strategies });
    const names = scenario.strategies.map(({ name }) => name);
    const quick = names.indexOf('tried@limit.queue.maxWait=4s');
    const { tune } = await tuned({ scenario, script: (index) => ({ good: 1000, latencyMs: index === quick ? 100 : 900 }) });
    expect(tune).toMatchObject({ value: 4000, fleetValue: null, balancePoint: null });
  });

  test('limit.fixed is the limit: it has a balance point and a value for all clients', async () => {
    const [short, long] = [await told('limit', { fixed: 3 }), await told('limit.fixed', { fixed: 3 })];
    expect(short.fleetValue).toBe(2);
    expect(short.balancePoint).not.toBeNull();
    expect([long.fleetValue, long.balancePoint]).toEqual([short.fleetValue, short.balancePoint]);
  });
});
