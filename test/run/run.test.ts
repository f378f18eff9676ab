import { describe, expect, it } from 'vitest';
import type { Progress, RawRows } from '../../harness/run/options.ts';
import { simulate } from '../../harness/run/simulate.ts';

const small = `
seed: 3
replications: 3
time: { length: 60s }
provider: { models: { big: { slots: 4, service: { exponential: 1s } } } }
workload: { arrivals: { poisson: { rate: 3/s } } }
strategies:
  - name: naive
  - { name: backoff, retry: { exponential: { base: 1s }, attempts: 4 } }
  - { name: limited, limit: 2 }
`;

const hammering = `${small}  - { name: hammer, retry: { fixed: 0s, attempts: 5000 } }
`.replace('provider: {', 'provider: { faults: [ { errors: { share: 1, as: capacity, from: 30s, for: 10s } } ], network: { rtt: 0ms },');

describe('a run', () => {
  it('gives every strategy all its replications, in the order of the file, and twice the same', async () => {
    const once = await simulate(small, { workers: 0 });
    expect(once.incomplete).toBe(false);
    expect(once.strategies.map(({ name, replications }) => [name, replications.map(({ replication }) => replication)])).toEqual([
      ['naive', [0, 1, 2]],
      ['backoff', [0, 1, 2]],
      ['limited', [0, 1, 2]],
    ]);
    // Fresh replications are those that nobody selected on.
    for (const fold of once.fresh) expect(fold.replications.map(({ replication }) => replication)).toEqual([3, 4, 5]);
    expect(JSON.stringify(await simulate(small, { workers: 0 }))).toBe(JSON.stringify(once));
  });

  it('has replications with luck of their own', async () => {
    const { strategies } = await simulate(small, { workers: 0 });
    const offered = strategies.map(({ replications }) => replications.map(({ requests }) => requests.offered));
    expect(new Set(offered[0]).size).toBe(3);
    expect(offered[1]).toEqual(offered[0]);
  });

  it('goes on without a strategy that has failed, and says why it did', async () => {
    const result = await simulate(hammering, { workers: 0 });
    const hammer = result.strategies.find(({ name }) => name === 'hammer');
    expect(hammer?.failure).toEqual({ code: 'livelock', message: expect.stringContaining('sent 1000 times') });
    expect(result.incomplete).toBe(false);
    const others = result.strategies.filter(({ name }) => name !== 'hammer');
    expect(others.map(({ failure, replications }) => [failure, replications.length])).toEqual(new Array(3).fill([null, 3]));
  });

  it('hands the rows of every job over once, first replications first, and those of fresh ones not at all', async () => {
    const rows: RawRows[] = [];
    const result = await simulate(small, { workers: 0, onRaw: (row) => void rows.push(row) });
    const order = rows.map(({ strategy, replication }) => `${strategy} ${replication}`);
    expect(order).toEqual(['naive 0', 'backoff 0', 'limited 0', 'naive 1', 'naive 2', 'backoff 1', 'backoff 2', 'limited 1', 'limited 2']);
    for (const { strategy, replication, requests, attempts } of rows) {
      const fold = result.strategies.find(({ name }) => name === strategy)?.replications[replication];
      expect([requests.length, attempts.length]).toEqual([fold?.requests.offered, fold?.attempts.sent]);
    }
  });

  it('tells how far it is, and what the first replications say so far', async () => {
    const told: Progress[] = [];
    const known: number[] = [];
    const result = await simulate(small, {
      workers: 0,
      onProgress: (progress) => {
        told.push(progress);
        if (progress.stage === 'first') known.push(progress.partial().strategies.length);
      },
    });
    const counts = told.map(({ done }) => done);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(told.at(-1)?.done).toBe(told.at(-1)?.total);
    expect(known).toEqual([1, 2, 3]);
    const partial = told[2]?.partial();
    expect(partial?.strategies.map(({ name }) => name)).toEqual(result.strategies.map(({ name }) => name));
  });

  it('that is interrupted keeps what was finished by everybody, and is marked', async () => {
    for (const after of [0, 1, 3, 5]) {
      const controller = new AbortController();
      if (after === 0) controller.abort();
      const result = await simulate(small, {
        workers: 0,
        signal: controller.signal,
        onProgress: ({ done }) => void (done === after && controller.abort()),
      });
      expect(result.incomplete).toBe(true);
      for (const { replications } of result.strategies) expect(replications.length).toBeLessThanOrEqual(1);
      expect(result.scenario.replications).toBe(1);
    }
  });
});
