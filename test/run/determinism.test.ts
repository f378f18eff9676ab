import { describe, expect, it } from 'vitest';
import { runJob } from '../../harness/run/job.ts';
import type { Scenario } from '../../harness/scenario/scenario.ts';
import type { StrategySpec } from '../../harness/strategy/spec.ts';
import type { ProviderSpec } from '../../sim/provider/spec.ts';
import { limit, model, paced, pool, provider, quota, retry, route, runOf, scenario, strategy } from '../support/scenario.ts';

/** Everything that draws luck: arrivals, sizes, tenants with retries and noise, service, shares of faults, jitter, hints. */
const tenants = (load: number) =>
  ({
    load: { hours: [...new Array(12).fill(load), ...new Array(12).fill(load / 2)] },
    hold: 4000,
    law: 'lognormal',
    retry: { attempts: 3, base: 1000 },
    batch: 2,
    noise: { sd: 0.2, correlation: 10_000 },
  }) as const;

const world: ProviderSpec = provider({
  network: { rtt: 20 },
  pools: {
    big: pool(6, { otherTenants: tenants(0.9), queue: { length: 2, maxWait: 500 } }),
    small: pool(8, { otherTenants: tenants(0.7) }),
  },
  models: {
    big: {
      ...paced(500, 20),
      firstToken: { p50: 500, p99: 3000 },
      refuseAfter: 10,
      quota: quota({ rpm: 300, burst: 20, countRefused: { quota: true, capacity: true } }),
    },
    light: model({
      pool: 'small',
      service: { exponential: 800 },
      capacityAs: { status: 0.5, stream: 0.3, streamAfter: { share: 0.2, tokens: 5 } },
    }),
  },
  faults: [{ errors: { share: 0.05, as: 'server_error' } }, { hang: { models: ['light'], share: 0.02 } }],
});

const backoff = retry({
  backoff: { exponential: { base: 300, jitter: { scale: [0, 1] } } },
  attempts: 4,
  hint: { use: 'floor', jitter: 0.2, max: 60_000, over: 'give-up' },
});
const strategies: readonly StrategySpec[] = [
  strategy('naive', { timeout: { attempt: 8000 } }),
  strategy('backoff', { retry: backoff, timeout: { attempt: 8000, firstToken: 4000 } }),
  strategy('limited', {
    retry: backoff,
    limit: limit(1, { rule: { aimd: { initial: 2, increase: 1, decrease: 0.5, min: 1 } } }),
    timeout: { attempt: 8000 },
  }),
  strategy('ladder', { retry: backoff, route: route(['big', 'light'], { order: 'route-first' }), timeout: { attempt: 8000 } }),
  strategy('stacked', {
    retry: backoff,
    timeout: { attempt: 20_000 },
    over: strategy('inner', { route: route([]), retry: backoff, timeout: { attempt: 8000 } }),
  }),
];

const day = scenario({
  seed: 7,
  provider: world,
  workload: {
    clients: 2,
    arrivals: { poisson: { rate: 3 } },
    sizes: { input: { p50: 300, p99: 3000 }, output: { p50: 40, p99: 200 } },
    deadline: 30_000,
  },
  time: { length: 120_000, warmUp: 10_000 },
  strategies,
});

/** All that a job leaves behind, as text. */
function left(one: Scenario, name: string, replication = 0): string {
  const strategyIndex = one.strategies.findIndex((each) => each.name === name);
  const outcome = runJob({ scenario: one, strategyIndex, replication, raw: true }, new Map());
  if (!('output' in outcome)) throw new Error(outcome.failure.message);
  const { samples, timeline, ...rest } = outcome.output;
  const plain = (value: Record<string, Float64Array>) =>
    Object.fromEntries(Object.entries(value).map(([key, numbers]) => [key, [...numbers].map(String)]));
  return JSON.stringify({ ...rest, samples: plain(samples), counted: plain(timeline.counted), means: plain(timeline.means) });
}

const names = strategies.map(({ name }) => name);
const before = new Map(names.map((name) => [name, left(day, name)]));

describe('the same job', () => {
  it.each(names)('%s: leaves the same figures, samples, timeline and rows, to the bit', (name) => {
    expect(left(day, name) === before.get(name)).toBe(true);
    expect(left(structuredClone(day), name) === before.get(name)).toBe(true);
  });

  it('lives through something worth comparing', () => {
    const { fold } = runOf(day, 3);
    for (const count of [
      fold.attempts.failures.capacity,
      fold.attempts.failures.server_error,
      fold.fallbackOk,
      fold.provider.modelTenantRefused,
    ])
      expect(count).toBeGreaterThan(3);
    expect(new Set(before.values()).size).toBe(names.length);
  });
});

describe('the others’ figures stay when', () => {
  const same = (changed: Scenario, of: readonly string[] = names): void => {
    for (const name of of) expect(left(changed, name) === before.get(name), name).toBe(true);
  };

  it('strategies change places', () => same({ ...day, strategies: strategies.toReversed() }));

  it('one is taken away, or renamed, or put in', () => {
    same({ ...day, strategies: strategies.filter(({ name }) => name !== 'naive') }, names.slice(1));
    const renamed = { ...(strategies[1] as StrategySpec), name: 'another' };
    same({ ...day, strategies: strategies.with(1, renamed) }, names.toSpliced(1, 1));
    expect(left({ ...day, strategies: [renamed] }, 'another') === before.get('backoff')).toBe(true);
    same({ ...day, strategies: [strategy('new'), ...strategies] });
  });

  it('models and pools change places in the file', () => {
    const reversed = <Value>(record: Readonly<Record<string, Value>>): Record<string, Value> =>
      Object.fromEntries(Object.entries(record).reverse());
    same({ ...day, providers: { default: { ...world, pools: reversed(world.pools), models: reversed(world.models) } } });
  });

  it('a model and a pool that nobody asks are there', () => {
    const more = {
      ...world,
      pools: { other: pool(3, { otherTenants: tenants(1) }), ...world.pools },
      models: { third: model({ pool: 'other' }), ...world.models },
    };
    // Faults that name no model reach it too, and change nothing.
    same({ ...day, providers: { default: more } });
  });
});

describe('names', () => {
  const equal = model({ service: { exponential: 900 } });
  const twins = (first: string, second: string) => {
    const models = { [first]: { ...equal, pool: first }, [second]: { ...equal, pool: second } };
    const spec = pool(3, { otherTenants: tenants(0.8) });
    return {
      ...world,
      pools: { [first]: spec, [second]: spec },
      models,
      faults: [{ errors: { share: 0.2, as: 'server_error' as const } }],
    };
  };
  const fate = (spec: ProviderSpec, target: string): string =>
    left({ ...day, providers: { default: spec }, strategies: [strategy('s', { route: route([target]), retry: backoff })] }, 's');

  it('of two equal models that change places keep their figures with them', () => {
    expect(fate(twins('x', 'y'), 'x') === fate(twins('y', 'x'), 'x')).toBe(true);
    expect(fate(twins('x', 'y'), 'y') === fate(twins('y', 'x'), 'y')).toBe(true);
    expect(fate(twins('x', 'y'), 'x') === fate(twins('x', 'y'), 'y')).toBe(false);
  });

  it('of providers are part of the luck of their models, wherever they stand', () => {
    const under = (...order: string[]): Scenario => ({
      ...day,
      workload: { ...day.workload, model: 'east/big' },
      providers: Object.fromEntries(order.map((name) => [name, world])),
      strategies: [strategy('s', { route: route(['east/big', 'west/light']), retry: backoff })],
    });
    expect(left(under('east', 'west'), 's') === left(under('west', 'east'), 's')).toBe(true);
  });
});

describe('luck', () => {
  it('differs between replications and between seeds, and is the same for all strategies of one', () => {
    const arrivals = (one: Scenario, index: number, replication: number) =>
      runOf(one, index, replication).requests.map((request) => request.arrivedMs);
    const first = arrivals(day, 0, 0);
    expect(first.length).toBeGreaterThan(250);
    for (let index = 1; index < strategies.length; index++) expect(arrivals(day, index, 0)).toEqual(first);
    expect(arrivals(day, 0, 1)).not.toEqual(first);
    expect(arrivals({ ...day, seed: 8 }, 0, 0)).not.toEqual(first);
    // Replication 1 of a seed is not replication 0 of the next.
    expect(arrivals({ ...day, seed: 8 }, 0, 0)).not.toEqual(arrivals(day, 0, 1));
  });

  it('of tenants is the same whatever we do: they come at the same instants', () => {
    const without = { ...world, pools: { big: pool(6, { otherTenants: { ...tenants(0.9), retry: 'none' } }), small: pool(8) } } as const;
    const one = { ...day, providers: { default: without } };
    const arrivals = [0, 1, 2].map((index) => runOf(one, index).fold.provider.tenantArrivals);
    expect(arrivals[0]).toBeGreaterThan(100);
    expect(new Set(arrivals).size).toBe(1);
  });
});
