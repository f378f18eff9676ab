import { describe, expect, it } from 'vitest';
import { foldReplication } from '../../../harness/run/fold-replication.ts';
import { Simulation } from '../../../harness/run/simulation.ts';
import { requestClasses } from '../../../reports/result/outcome.ts';
import type { FaultSpec } from '../../../sim/provider/spec.ts';
import { at, ends, fixedRetry, limit, model, pool, provider, route, runOf, scenario, script, strategy } from '../../support/scenario.ts';
import { strategySummaryOf } from '../../support/summary-of.ts';

/** Faults that people reported in public about SDKs, routers, limiters and load tools, as small inputs with the right result. */

const full = { refuse: 'capacity' } as const;

describe('measuring', () => {
  it('D2: nothing but failures, and nothing at all, have figures that are null and not NaN', async () => {
    const failing = scenario({ provider: { faults: [script(['big'], [full], full)] } });
    const empty = scenario({ workload: { arrivals: at(90_000) } });
    expect(await strategySummaryOf(failing)).toMatchObject({
      requests: { offered: 1, failed: 1 },
      errorRate: 1,
      goodputPerSecond: 0,
      latencyMs: { ok: null, failed: { count: 1 }, withFailures: { count: 1, mean: null, p50: null } },
    });
    expect(await strategySummaryOf(empty)).toMatchObject({
      requests: { offered: 0, ok: 0, failed: 0 },
      errorRate: null,
      goodShare: null,
      amplification: null,
      goodputPerSecond: 0,
      latencyMs: { ok: null, failed: null, withFailures: null },
    });
    const numbers = (value: unknown): number[] =>
      typeof value === 'number' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbers) : [];
    for (const one of [failing, empty]) {
      const both = [runOf(one).fold, await strategySummaryOf(one)];
      expect(JSON.stringify(both)).not.toMatch(/NaN|Infinity|9007199254740991/);
      expect(numbers(both).every(Number.isFinite)).toBe(true);
    }
  });

  /** 50 answers of a second and 50 refusals of 10 ms, in turn, `together` at a time. */
  const halves = (together: number) => {
    const times = Array.from({ length: 100 }, (_, i) => Math.floor(i / together) * 100);
    const replies = times.map((_, i) => (Math.floor(i / together) % 2 === 0 ? ('ok' as const) : full));
    const faults: FaultSpec[] = [{ script: { models: ['big'], per: 'arrival', replies, ['then' as const]: 'ok' } }];
    return scenario({
      provider: { pools: { big: pool(99) }, models: { big: model({ refuseAfter: 10 }) }, faults },
      workload: { arrivals: at(...times) },
      time: { length: 20_000 },
    });
  };

  it.each([1, 2])('D4: fast errors do not make answers look fast, with %d at a time', async (together) => {
    expect(await strategySummaryOf(halves(together))).toMatchObject({
      requests: { offered: 100, ok: 50, failed: 50 },
      errorRate: 0.5,
      // ok / duration
      goodputPerSecond: 50 / 20,
      latencyMs: {
        ok: { count: 50, p50: 1000, p99: 1000 },
        failed: { count: 50, p50: 10, p99: 10 },
        // Rank 50 of 100 is the last answer; from rank 51 on a failure counts as endless.
        withFailures: { count: 100, p50: 1000, p90: null, mean: null },
      },
    });
  });

  const crowded = (length: number) =>
    scenario({
      providers: {
        east: provider({
          network: { rtt: 20 },
          pools: { big: pool(2, { queue: { length: 3 } }) },
          faults: [script(['big'], [{ cut: 2 }, { refuse: 'server_error' }, { refuse: 'connection' }])],
        }),
        west: provider({ pools: { big: pool(1) } }),
      },
      workload: { model: 'east/big', arrivals: at(...Array.from({ length: 40 }, (_, i) => i * 100)) },
      time: { length, drain: 0 },
      strategies: [
        strategy('s', {
          retry: fixedRetry(150, 3),
          route: route(['east/big', 'west/big']),
          limit: limit(4, { queue: { length: 6, maxWait: 'unlimited', order: 'fifo' } }),
          timeout: { attempt: 700 },
        }),
      ],
    });

  it.each([1, 105, 500, 1005, 1500, 2500, 4000])('D5: cut off after %d ms, in mid-flight, the totals add up', async (length) => {
    const { requests, attempts, provider: seen } = await strategySummaryOf(crowded(length));
    const failures = requestClasses.reduce((sum, name) => sum + (name === 'ok' ? 0 : requests.failures[name]), 0);
    expect(requests.offered).toBe(Math.ceil(length / 100));
    expect(requests.offered).toBe(requests.started + requests.dropped);
    expect(requests.failed).toBe(failures);
    expect(requests.started).toBe(requests.ok + failures + requests.inFlightAtEnd);
    if (length > 1) expect(requests.inFlightAtEnd).toBeGreaterThan(0);

    const ran = runOf(crowded(length));
    const { timeline } = ran.output;
    const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);
    // Per request, per target, per window.
    expect(sum(ran.requests.map((request) => request.attempts))).toBe(attempts.sent);
    expect(sum(Object.values(attempts.byTarget))).toBe(attempts.sent);
    expect(sum(timeline.counted.offered)).toBe(requests.offered);
    expect(sum(timeline.counted.attempts)).toBe(attempts.sent);
    expect(sum(timeline.counted.ok) + sum(timeline.counted.failed)).toBe(requests.ok + failures);
    // Each provider's own count is what was sent to it, but for what the network lost or still carries.
    for (const [name, { counts }] of ran.run.providers) {
      expect(counts.arrived + counts.lost + counts.travelling).toBe(attempts.byTarget[`${name}/big`] ?? 0);
    }
    expect(seen.arrived).toBe(sum([...ran.run.providers.values()].map(({ counts }) => counts.arrived)));
  });

  it('D5: a count that is wrong by one ends the run, whichever it is', () => {
    const finished = () => {
      const run = new Simulation({ scenario: crowded(2500), strategyIndex: 0, replication: 0, raw: false }, new Map());
      while (!run.advance(100_000));
      return run;
    };
    expect(() => foldReplication(finished())).not.toThrow();
    const { counts: every } = finished().providers.get('east') ?? {};
    for (const name of Object.keys(every ?? {}) as (keyof NonNullable<typeof every>)[]) {
      if (name === 'inFlightMax') continue;
      const run = finished();
      const counts = run.providers.get('east')?.counts;
      if (counts !== undefined) counts[name] += 1;
      expect(() => foldReplication(run), name).toThrow(/against/);
    }
    for (const name of Object.keys(finished().recorder.totals) as (keyof Simulation['recorder']['totals'])[]) {
      const run = finished();
      run.recorder.totals[name] += 1;
      expect(() => foldReplication(run), name).toThrow(/against/);
    }
  });

  it('D12: what a fault hits depends on the request and the try alone: the same at any concurrency', () => {
    const hit = (slots: number, seed = 1): string[] => {
      const ran = runOf(
        scenario({
          seed,
          provider: { pools: { big: pool(99) }, faults: [{ errors: { models: ['big'], share: 0.3, as: 'server_error' } }] },
          workload: { arrivals: at(...Array.from({ length: 100 }, (_, i) => i * 10)) },
          strategies: [strategy('s', { limit: limit(slots), retry: fixedRetry(100, 3) })],
        }),
      );
      return ran.attempts
        .filter((attempt) => attempt.class === 'server_error')
        .map((attempt) => `${attempt.entity}.${attempt.number}`)
        .toSorted();
    };
    const hits = hit(1);
    expect(hits.length).toBeGreaterThan(20);
    expect(hit(16)).toEqual(hits);
    expect(hit(1, 2)).not.toEqual(hits);
  });

  it('D12: clients of one seed do not share their luck', () => {
    const ran = runOf(
      scenario({
        provider: { pools: { big: pool(99) }, faults: [script(['big'], [full])] },
        workload: { clients: 10, arrivals: at(...new Array<number>(10).fill(0)) },
        strategies: [
          strategy('s', { retry: fixedRetry(1000, 2, { backoff: { exponential: { base: 1000, jitter: { scale: [0, 1] } } } }) }),
        ],
      }),
    );
    expect(new Set(ran.attempts.filter(({ number }) => number === 2).map(({ sentMs }) => sentMs)).size).toBe(10);
  });

  it('D15: what the provider holds on purpose is in flight at the end, and said', () => {
    const held = runOf(scenario({ provider: { faults: [script(['big'], [{ refuse: 'hang' }])] } }));
    expect(held.fold.requests.inFlightAtEnd).toBe(1);
    expect(held.output.heldAtEnd).toBe(1);
    expect(ends(held)).toEqual(['0 open/none …']);
  });
});
