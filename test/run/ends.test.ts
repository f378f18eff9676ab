import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runJob } from '../../harness/run/job.ts';
import type { Scenario } from '../../harness/scenario/scenario.ts';
import type { NewQueue } from '../../harness/strategy/queue/queue.ts';
import type { Backoff } from '../../harness/strategy/retry/retry.ts';
import { define } from '../../sim/kernel/plugin.ts';
import { at, ends, fixedRetry, limit, model, paced, pool, runOf, scenario, script, strategy } from '../support/scenario.ts';

const job = (one: Scenario, modules = new Map<string, unknown>()) =>
  runJob({ scenario: one, strategyIndex: 0, replication: 0, raw: false }, modules);

describe('a strategy that cannot go on', () => {
  it('waits for what nobody can give: stalled, with the number that wait', () => {
    // A queue that lets nobody out: two wait behind the one who has the only permit.
    const closed = define<Record<string, never>, NewQueue>({
      name: 'closed',
      summary: 'never lets anybody out',
      options: z.strictObject({}),
      examples: [],
      create: () => () => {
        const inside = new Set<unknown>();
        return {
          get length() {
            return inside.size;
          },
          push: (waiter) => void inside.add(waiter),
          shift: () => undefined,
          remove: (waiter) => void inside.delete(waiter),
        };
      },
    });
    const queue = { length: 'unlimited', maxWait: 'unlimited', order: { custom: { module: 'file:///closed.ts' } } } as const;
    const one = scenario({ workload: { arrivals: at(0, 1, 5) }, strategies: [strategy('s', { limit: limit(1, { queue }) })] });
    expect(job(one, new Map([['file:///closed.ts', closed]]))).toEqual({
      failure: { code: 'stalled', message: expect.stringContaining('2 requests') },
    });
  });

  it('sends without end: livelock, and only this strategy has failed', () => {
    const one = scenario({
      provider: { faults: [script(['big'], [], { refuse: 'capacity' })] },
      strategies: [strategy('hammer', { retry: fixedRetry(0, 5000) }), strategy('once')],
    });
    expect(job(one)).toEqual({ failure: { code: 'livelock', message: expect.stringContaining('request 0') } });
    expect(runOf(one, 1).fold.requests.failed).toBe(1);
  });
});

describe('times without measure', () => {
  const year = 366 * 86_400_000;

  it('keeps the books where a sum is larger than whole numbers go', () => {
    // 400 services of a year one after another is too much, side by side it is 1.3e16 slot-microseconds.
    const slow = { models: { big: model({ service: year }) }, pools: { big: pool(400) } };
    const arrivals = at(...Array.from({ length: 400 }, (_, index) => index + 1 / 7));
    expect(runOf(scenario({ provider: slow, workload: { arrivals } })).fold.requests.ok).toBe(400);
  });

  it('fails the strategy whose waits pass the end of time', () => {
    const forEver = define<Record<string, never>, Backoff>({
      name: 'for-ever',
      summary: 'waits longer than the universe',
      options: z.strictObject({}),
      examples: [],
      create: () => ({ delayMs: () => 1e300 }),
    });
    const one = scenario({
      provider: { faults: [script(['big'], [], { refuse: 'capacity' })] },
      strategies: [strategy('patient', { retry: { ...fixedRetry(0, 2), backoff: { custom: { module: 'file:///for-ever.ts' } } } })],
    });
    expect(job(one, new Map([['file:///for-ever.ts', forEver]]))).toEqual({
      failure: { code: 'bound', message: expect.stringContaining('285 years') },
    });
  });
});

describe('the end of the run', () => {
  it('lets every request come to its outcome unless the scenario says how long', () => {
    const slow = { provider: { models: { big: model({ service: 5000 }) } }, workload: { arrivals: at(900) } };
    expect(ends(runOf(scenario({ ...slow, time: { length: 1000 } })))).toEqual(['0 ok/none 5']);
    for (const [drain, end] of [
      [0, '0 open/none …'],
      [4899, '0 open/none …'],
      [4900, '0 ok/none 5'],
    ] as const)
      expect(ends(runOf(scenario({ ...slow, time: { length: 1000, drain } })))).toEqual([end]);
  });

  it('starts nothing at the end, and counts completions before it only', () => {
    const ran = runOf(
      scenario({
        provider: { pools: { big: pool(9) } },
        workload: { arrivals: at(0, 1000, 1999.999, 2000, 2001) },
        time: { length: 2000 },
      }),
    );
    expect(ran.fold.requests).toMatchObject({ offered: 3, started: 3, ok: 3, good: 3 });
    // The answers at 2 s and later are outside of [0, 2 s).
    expect(ran.fold.goodCompletions).toBe(1);
  });

  it('keeps the sums when everything is in mid-flight', () => {
    for (const length of [1, 105, 110, 500, 1005, 1500, 2500]) {
      const ran = runOf(
        scenario({
          provider: {
            network: { rtt: 20 },
            pools: { big: pool(2, { queue: { length: 3 } }) },
            faults: [script(['big'], [{ cut: 2 }, { refuse: 'server_error' }])],
          },
          workload: { arrivals: at(...Array.from({ length: 30 }, (_, i) => i * 100)) },
          time: { length, drain: 0 },
          strategies: [strategy('s', { retry: fixedRetry(150, 3), limit: limit(4), timeout: { attempt: 700 } })],
        }),
      );
      const { requests, attempts, provider } = ran.fold;
      expect(requests.offered).toBe(requests.ok + requests.failed + requests.inFlightAtEnd);
      expect(ran.requests).toHaveLength(requests.offered);
      expect(ran.attempts).toHaveLength(attempts.sent);
      expect(provider.admitted).toBe(provider.completed + provider.cutOrFailed + provider.cancelled + provider.inServiceAtEnd);
    }
  });
});

describe('the warm-up', () => {
  it('leaves out requests by their arrival, and their attempts, tokens and cost with them', () => {
    const priced = paced(0, 100, { usdPerMillion: { input: 1e6, output: 1e6 } });
    const parts = (warmUp: number) =>
      scenario({
        provider: { pools: { big: pool(9) }, models: { big: priced }, faults: [script(['big'], [{ refuse: 'capacity' }])] },
        workload: { arrivals: at(0, 1000, 1999.999, 2000, 3000) },
        time: { length: 10_000, warmUp },
        strategies: [strategy('s', { retry: fixedRetry(500, 2) })],
      });
    const whole = runOf(parts(0)).fold;
    const cohort = runOf(parts(2000)).fold;
    expect([whole.requests.offered, whole.attempts.sent, whole.costUsd]).toEqual([5, 10, 5 * 14]);
    expect([cohort.requests.offered, cohort.attempts.sent, cohort.costUsd]).toEqual([2, 4, 2 * 14]);
    expect(cohort.tokens).toEqual({ delivered: 8, wasted: 0 });
    expect(cohort.firstCapacityRefused).toBe(2);
    // What the provider saw is the whole run.
    expect(cohort.provider.arrived).toBe(10);
    // Completions are those of the window, whoever asked: arrived at 1.999999 s, answered at 2.899999 s.
    expect(cohort.goodCompletions).toBe(3);
  });
});

describe('what was wasted', () => {
  it('is what was billed and not delivered: cut, timed out, too late', () => {
    const model = paced(1000, 500);
    const wasted = (changes: Parameters<typeof scenario>[0]): unknown =>
      runOf(scenario({ provider: { models: { big: model } }, ...changes })).fold.tokens;
    expect(wasted({})).toEqual({ delivered: 4, wasted: 0 });
    expect(wasted({ workload: { deadline: 1700 } })).toEqual({ delivered: 0, wasted: 2 });
    expect(wasted({ strategies: [strategy('s', { timeout: { attempt: 2000 } })] })).toEqual({ delivered: 0, wasted: 3 });
    const finish = { provider: { models: { big: paced(1000, 500, { onCancel: 'finish' }) } }, workload: { deadline: 1700 } } as const;
    expect(wasted(finish)).toEqual({ delivered: 0, wasted: 4 });
    const cut = {
      provider: { models: { big: model }, faults: [script(['big'], [{ cut: 3 }])] },
      strategies: [strategy('s', { retry: fixedRetry(0, 2), route: { ...strategy('x').route, afterFirstToken: 'restart' } })],
    } as const;
    // A stream that broke off after its first token is not sent again to the same target.
    expect(wasted(cut)).toEqual({ delivered: 0, wasted: 3 });
  });
});

describe('closed loops', () => {
  it('users ask again when they were answered, and never twice at a time', () => {
    const ran = runOf(
      scenario({
        provider: { pools: { big: pool(9) } },
        workload: { arrivals: { users: { count: 3, think: 500 } } },
        time: { length: 30_000 },
      }),
    );
    for (let user = 0; user < 3; user++) {
      const own = ran.requests.filter((request) => request.entity % 3 === user);
      expect(own.map((request) => request.entity)).toEqual(own.map((_, i) => user + 3 * i));
      own.slice(1).forEach((request, i) => {
        expect(request.arrivedMs).toBeGreaterThanOrEqual((own[i]?.arrivedMs ?? 0) + (own[i]?.latencyMs ?? 0));
      });
    }
    // 1 s of answer and 0.5 s of thinking in the mean: 20 rounds each; four standard deviations of the sum of thinking times.
    expect(Math.abs(ran.fold.requests.offered - 60)).toBeLessThan(12);
  });

  it('a batch is done when its last job is, failed ones submitted again', () => {
    const faults = [script(['big'], [{ refuse: 'server_error' }, { refuse: 'server_error' }])];
    const ran = runOf(
      scenario({
        provider: { pools: { big: pool(9) }, models: { big: model({ refuseAfter: 100 }) }, faults },
        workload: { arrivals: { batch: { jobs: 4, at: { offset: 2000 }, workers: 2, crashes: [], restart: 0 } } },
      }),
    );
    // Two workers: 4 jobs fail in 0.2 s, again in 0.2 s, then 4 answers of 1 s two by two.
    expect(ran.fold.makespanMs).toBe(2400);
    expect(ran.fold.requests).toMatchObject({ offered: 12, ok: 4, failed: 8 });
  });
});
