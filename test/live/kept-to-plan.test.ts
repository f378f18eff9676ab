import { describe, expect, it } from 'vitest';
import { liveFigures } from '../../harness/run/live/live-figures.ts';
import { listening, oneModel } from '../server/served.ts';
import { at, fixedRetry, model, pool, retry, runOf, scenario, strategy } from '../support/scenario.ts';
import { liveOf } from './live-of.ts';

const numbers = (...values: number[]) => Float64Array.from(values);

describe('a live run', () => {
  /** A fifth of the attempts fails, and sizes differ: luck decides both. */
  const lucky = scenario({
    provider: {
      pools: { big: pool(99) },
      models: { big: model({ service: { exponential: 100 }, firstToken: 10 }) },
      faults: [{ errors: { models: ['big'], share: 0.2, as: 'server_error' } }],
    },
    workload: {
      clients: 3,
      arrivals: { poisson: { rate: 40 } },
      sizes: { input: { p50: 100, p99: 900 }, output: { p50: 20, p99: 90 } },
    },
    strategies: [strategy('s', { retry: fixedRetry(50, 2) })],
    time: { length: 5000 },
  });

  it.each([0, 1])('has the luck of the simulated one: arrivals, sizes, what fails (replication %d)', async (replication) => {
    const seen = ({ requests }: Pick<Awaited<ReturnType<typeof liveOf>>, 'requests'>) =>
      requests.map(({ entity, client, arrivedMs, outcome, attempts, tokens }) => ({
        entity,
        client,
        arrivedMs,
        outcome,
        attempts,
        tokens,
      }));
    const virtual = runOf(lucky, 0, replication);
    const live = await liveOf(lucky, { timeScale: 5, replication });
    expect(seen(live)).toEqual(seen(virtual));
    expect(live.requests.length).toBeGreaterThan(150);
    expect(new Set(live.requests.map(({ tokens }) => tokens)).size).toBeGreaterThan(20);
    // What the server billed for is what was simulated.
    expect(live.fold.tokens).toEqual(virtual.fold.tokens);
    expect(live.fold.provider).toMatchObject({ arrived: virtual.fold.provider.arrived, faulted: virtual.fold.provider.faulted });
  });

  it('counts on three sides, and adds up', async () => {
    const { finished, books } = await liveOf(lucky, { timeScale: 5 });
    const names = finished.identities().map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('client and provider, live'))).toHaveLength(1);
    expect(finished.identities().filter(({ holds }) => !holds)).toEqual([]);
    expect(books.servedMs).toHaveLength(books.counts.completed);
  });

  it('ends when nothing is left to happen, long before its time is over', async () => {
    const hour = scenario({
      time: { length: 3_600_000 },
      workload: { arrivals: at(0, 100) },
      strategies: [strategy('s', { retry: retry() })],
    });
    const ran = await liveOf(hour, { timeScale: 10 });
    expect(ran.fold.requests).toMatchObject({ offered: 2, inFlightAtEnd: 0 });
    // What is left of the time has passed without a request.
    expect(ran.fold.windowSeconds).toBe(3600);
    expect(ran.fold.inFlight.mean).toBeLessThan(0.01);
  });

  it('D9: says that it was the bottleneck itself when its connections are too few, and counts that against nobody', async () => {
    const crowded = scenario({
      provider: { pools: { big: pool(999) }, models: { big: model({ service: 1000 }) } },
      workload: { arrivals: { constant: { rate: 100 } } },
      strategies: [strategy('s')],
      time: { length: 4000 },
    });
    // Two connections of a second each carry 2 of 100 requests a second.
    const limited = await liveOf(crowded, { timeScale: 10, connections: 2 });
    const { live } = limited.finished;
    expect(live.generatorLimited).toBe(true);
    expect(live.offeredPerSecond).toBeCloseTo(100, 0);
    expect(live.achievedPerSecond).toBeLessThan(5);
    expect(limited.fold.requests).toMatchObject({ failed: 0, dropped: 0 });
    const free = (await liveOf(crowded, { timeScale: 2, connections: 500 })).finished.live;
    expect(free.achievedPerSecond / free.offeredPerSecond).toBeGreaterThan(0.9);
  });

  it('D10: a healthy provider resets no connection that is used again, and says that it keeps idle ones for minutes', async () => {
    const paced = scenario({
      provider: { models: { big: model({ service: 10, firstToken: 5 }) } },
      workload: { arrivals: at(...Array.from({ length: 10 }, (_, i) => 150 * i)) },
      strategies: [strategy('s')],
    });
    const ran = await liveOf(paced, { timeScale: 1, connections: 1 });
    expect(ran.fold.requests).toMatchObject({ ok: 10, failed: 0 });
    const { url } = await listening(oneModel({ slots: 1, service: '1ms' }));
    const { headers } = await fetch(`${url}/health`);
    expect(headers.get('keep-alive')).toBe('timeout=600');
  });
});

describe('the harness was the bottleneck', () => {
  const kept = { timeScale: 10, timers: numbers(0.1), windowSeconds: 10, servedMs: numbers(1000) };
  const calm = { late: numbers(1000), waited: numbers(1000), due: 100, onTheWire: 100, serviceMs: numbers(1000) };

  it.each([
    ['when all were sent in time', {}, false],
    ['when 95 of 100 were', { onTheWire: 95 }, false],
    ['when fewer were', { onTheWire: 94 }, true],
    // A tenth of a service of 1 s, ten times as fast, is 10 ms: 100 ms of the scenario.
    ['when one in a hundred began as late as a tenth of a service', { late: numbers(100_000) }, false],
    ['when later', { late: numbers(101_000) }, true],
    ['when a connection took longer', { waited: numbers(101_000) }, true],
    ['when lateness is below what counts', { timeScale: 1, serviceMs: numbers(20), late: numbers(9000) }, false],
    ['when nothing was answered, and little was late', { serviceMs: numbers(), late: numbers(900_000) }, false],
    ['when nothing was answered, and much was late', { serviceMs: numbers(), late: numbers(1_100_000) }, true],
  ])('%s', (_name, changes, limited) => {
    expect(liveFigures({ ...kept, ...calm, ...changes }).generatorLimited).toBe(limited);
  });

  it('is told in real time: ten times as fast, 1 s of the scenario is 100 ms', () => {
    const figures = liveFigures({ ...kept, ...calm, late: numbers(1e6, 2e6), onTheWire: 50 });
    expect(figures).toMatchObject({ latenessMs: { count: 2, p50: 100, p99: 200, max: 200 }, offeredPerSecond: 10, achievedPerSecond: 5 });
  });
});
