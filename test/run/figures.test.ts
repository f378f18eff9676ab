import { describe, expect, it } from 'vitest';
import {
  at,
  ends,
  fixedRetry,
  limit,
  model,
  paced,
  pool,
  provider,
  retry,
  route,
  runOf,
  scenario,
  script,
  story,
  strategy,
} from '../support/scenario.ts';

const refuse = { refuse: 'capacity' } as const;

describe('the timeline', () => {
  it('counts in the bucket of the event and gives means over each bucket', () => {
    // 0.1 s buckets. Two slots; requests at 0, 0.05 and 0.1 s of 0.12 s each under a limit of 2; a refusal first for each.
    const ran = runOf(
      scenario({
        provider: { pools: { big: pool(3) }, models: { big: model({ service: 120 }) }, faults: [script(['big'], [refuse])] },
        workload: { arrivals: at(0, 50, 100) },
        time: { length: 500 },
        strategies: [strategy('s', { retry: fixedRetry(20, 2), limit: limit(2, { hold: 'request' }) })],
      }),
    );
    expect(story(ran)).toEqual([
      '0 big@0→0 capacity',
      '0 big@0.02→0.14 ok',
      '1 big@0.05→0.05 capacity',
      '1 big@0.07→0.19 ok',
      '2 big@0.14→0.14 capacity',
      '2 big@0.16→0.28 ok',
    ]);
    const { counted, means, bucketSeconds } = ran.output.timeline;
    const rounded = (column: Float64Array): number[] => [...column].map((value) => Math.round(value * 1e6) / 1e6);
    expect(bucketSeconds).toBe(0.1);
    expect([...counted.offered]).toEqual([2, 1, 0, 0, 0]);
    expect([...counted.attempts]).toEqual([4, 2, 0, 0, 0]);
    expect([...counted.capacityRefused]).toEqual([2, 1, 0, 0, 0]);
    expect([...counted.ok]).toEqual([0, 2, 1, 0, 0]);
    // Each request's first attempt is refused where it is sent; its second is answered 120 ms after it.
    expect([...counted.firstSent]).toEqual([2, 1, 0, 0, 0]);
    expect([...counted.firstRefused]).toEqual([2, 1, 0, 0, 0]);
    expect([...counted.good]).toEqual([0, 2, 1, 0, 0]);
    // In flight: 80 + 30 ms, then 40 + 90 + 40 ms, then 80 ms.
    expect(rounded(means.inFlight)).toEqual([1.1, 1.7, 0.8, 0, 0]);
    // The third waits for a permit from 0.1 to 0.14 s.
    expect(rounded(means.waiting)).toEqual([0, 0.4, 0, 0, 0]);
    expect(rounded(means.freeSlots)).toEqual([1.9, 1.3, 2.2, 3, 3]);
    expect(rounded(means.limit)).toEqual([2, 2, 2, 2, 2]);
  });
});

describe('figures of a replication', () => {
  const answers = paced(1000, 500);

  it('first token from the arrival, time per token between the tokens that came', () => {
    const ran = runOf(
      scenario({
        provider: { models: { big: answers }, faults: [script(['big'], [refuse])] },
        strategies: [strategy('s', { retry: fixedRetry(250, 2) })],
      }),
    );
    expect(ran.fold.samples.firstTokenMs).toMatchObject({ count: 1, p50: 1250 });
    // 2 s from the first token to the end over 3 gaps.
    expect(ran.fold.samples.perTokenMs).toMatchObject({ count: 1, p50: 666.667 });
    expect(ran.fold.samples.serviceMs).toMatchObject({ count: 1, p50: 3000 });
    expect(ran.fold.samples.latencyOk).toMatchObject({ count: 1, p50: 3250 });
  });

  it.each([
    // when a request is good · whether this one is: 3 s, first token after 1 s
    [{}, 1],
    [{ latency: 3000 }, 1],
    [{ latency: 2999 }, 0],
    [{ firstToken: 1000 }, 1],
    [{ firstToken: 999 }, 0],
    [{ latency: 3000, firstToken: 999 }, 0],
  ])('good is %j: %d', (good, expected) => {
    const ran = runOf(scenario({ provider: { models: { big: answers } }, good }));
    expect([ran.fold.requests.ok, ran.fold.requests.good, ran.fold.goodCompletions]).toEqual([1, expected, expected]);
  });

  it('first attempts refused, and how many of their requests come through by which retry', () => {
    const faults = [script(['big'], [refuse, refuse, 'ok'])];
    const twice = runOf(scenario({ provider: { faults }, strategies: [strategy('s', { retry: fixedRetry(100, 4) })] })).fold;
    expect([twice.attempts.firstSent, twice.attempts.firstRefused, twice.firstCapacityRefused, twice.okByRetry]).toEqual([1, 1, 1, [0, 1]]);
    const never = runOf(scenario({ provider: { faults }, strategies: [strategy('s', { retry: fixedRetry(100, 2) })] })).fold;
    expect([never.attempts.firstRefused, never.firstCapacityRefused, never.okByRetry]).toEqual([1, 1, []]);
    const limited = runOf(
      scenario({
        provider: { faults: [script(['big'], [{ refuse: 'rate_limited' }])] },
        strategies: [strategy('s', { retry: fixedRetry(100, 2) })],
      }),
    ).fold;
    expect([limited.attempts.firstRefused, limited.firstCapacityRefused, limited.attempts.capacityRefused]).toEqual([1, 0, 0]);
  });

  it('who answered: shares, quality, cost', () => {
    const spec = provider({
      pools: { big: pool(9) },
      models: {
        big: model({ quality: 1, usdPerMillion: { input: 3, output: 15 } }),
        light: model({ quality: 0.8, usdPerMillion: { input: 0.2, output: 0.8 } }),
      },
      faults: [{ script: { models: ['big'], per: 'arrival', replies: ['ok', refuse, { cut: 0 }], ['then' as const]: 'ok' } }],
    });
    const ran = runOf(
      scenario({
        provider: spec,
        workload: { arrivals: at(0, 1, 2), sizes: { input: 1000, output: 500 } },
        strategies: [strategy('s', { route: route(['big', 'light']) })],
      }),
    );
    expect(ran.fold.attempts.byTarget).toEqual({ big: 3, light: 2 });
    expect([ran.fold.fallbackOk, ran.fold.qualitySum]).toEqual([2, 2.6]);
    // big whole: 3,000 + 7,500 µ$; big cut before a token: 3,000; light twice: 200 + 400 each.
    expect(ran.fold.costUsd).toBe((10_500 + 3000 + 2 * 600) / 1e6);
  });

  it('why requests gave up', () => {
    const spec = provider({ pools: { big: pool(9) }, faults: [script(['big'], [], refuse)] });
    const gaveUp = (changes: Parameters<typeof strategy>[1], workload = {}) => {
      const { gaveUpBy } = runOf(scenario({ provider: spec, workload, strategies: [strategy('s', changes)] })).fold;
      return Object.entries(gaveUpBy).filter(([, count]) => count > 0);
    };
    expect(gaveUp({ retry: fixedRetry(10, 3) })).toEqual([['attempts', 1]]);
    expect(gaveUp({ retry: fixedRetry(10, 3, { totalWait: 10 }) })).toEqual([['totalWait', 1]]);
    expect(gaveUp({ retry: fixedRetry(10, 3) }, { deadline: 15 })).toEqual([['deadline', 1]]);
    expect(gaveUp({ retry: fixedRetry(10, 3, { when: [] }) })).toEqual([['hard', 1]]);
    expect(gaveUp({ retry: retry() })).toEqual([['attempts', 1]]);
    expect(gaveUp({ limit: limit(1, { queue: { length: 0, maxWait: 'unlimited', order: 'fifo' } }) }, { arrivals: at(0, 0) })).toEqual([
      ['attempts', 2],
    ]);
  });

  it('attempts in flight, on the client’s side of the network', () => {
    const ran = runOf(
      scenario({
        provider: { network: { rtt: 200 }, pools: { big: pool(9) } },
        workload: { arrivals: at(0, 600) },
        time: { length: 2400, drain: 0 },
      }),
    );
    expect(ends(ran)).toEqual(['0 ok/none 1.2', '1 ok/none 1.2']);
    expect(ran.fold.inFlight).toEqual({ mean: 1, max: 2 });
    expect(ran.fold.provider.inFlightMax).toBe(2);
  });

  it('the worst burst of sends within a tenth of a second of the clock', () => {
    const ran = runOf(scenario({ provider: { pools: { big: pool(9) } }, workload: { arrivals: at(0, 99, 100, 150, 199.999, 200) } }));
    expect(ran.fold.peakAttemptsPer100ms).toBe(3);
    expect(ran.fold.peakRetriesPer100ms).toBe(0);
  });

  it('and of those, sends of requests that had been sent before', () => {
    const ran = runOf(
      scenario({
        provider: { pools: { big: pool(9) }, faults: [script(['big'], [{ refuse: 'capacity' }, { refuse: 'capacity' }])] },
        workload: { arrivals: at(0, 0, 0, 60, 500) },
        strategies: [strategy('s', { retry: fixedRetry(70, 3) })],
      }),
    );
    // Sent at 0, 70, 140 (three of them), 60, 130, 200 and 500, 570, 640: in [100, 200) three and one retries.
    expect([ran.fold.peakAttemptsPer100ms, ran.fold.peakRetriesPer100ms]).toEqual([7, 4]);
  });

  it('steadiness: the variation of completions per 5 s', () => {
    // Bins of 2, 0, 1, 1: mean 1, variance (1 + 1) / 3.
    const ran = runOf(
      scenario({
        provider: { pools: { big: pool(9) }, models: { big: model({ service: 0 }) } },
        workload: { arrivals: at(0, 4999, 10_000, 15_000) },
        time: { length: 20_000 },
      }),
    );
    expect(ran.fold.steadiness).toBeCloseTo(Math.sqrt(2 / 3), 5);
  });

  it('steadiness of a batch: from its start until its last job is done, however long the run', () => {
    // 1 slot, jobs of 2 s from 10 s on: done at 12, 14, 16, 18 s, so bins of 2, 2.
    const steady = (jobs: number) =>
      runOf(
        scenario({
          provider: { models: { big: model({ service: 2000 }) } },
          workload: { arrivals: { batch: { jobs, at: { offset: 10_000 }, workers: 1, crashes: [], restart: 0 } } },
          time: { length: 3_600_000 },
        }),
      ).fold.steadiness;
    expect(steady(4)).toBe(0);
    // One more is done at 20 s, in the next bin: 2, 2, 1, mean 5/3, variance (1/9 + 1/9 + 4/9) / 2.
    expect(steady(5)).toBeCloseTo(Math.sqrt(1 / 3) / (5 / 3), 5);
  });

  it('the slowest and some of the failed, for the report', () => {
    const faults = [
      {
        script: {
          models: ['big'],
          per: 'arrival' as const,
          replies: ['ok' as const, refuse, { slow: 3 }],
          ['then' as const]: 'ok' as const,
        },
      },
    ];
    const ran = runOf(scenario({ provider: { pools: { big: pool(9) }, faults }, workload: { arrivals: at(0, 1, 2) } }));
    expect(ran.output.slowest.map(({ entity, latencyMs }) => [entity, latencyMs])).toEqual([
      [2, 3000],
      [0, 1000],
      [1, 0],
    ]);
    expect(ran.output.failed.map(({ entity, outcome }) => [entity, outcome])).toEqual([[1, 'capacity']]);
  });

  it('the slowest hundred and a hundred of the failed, however many there are', () => {
    const count = 1000;
    const arrivals = at(...Array.from({ length: count }, (_, i) => i * 10));
    const rising = {
      script: {
        models: ['big'],
        per: 'arrival' as const,
        replies: Array.from({ length: count }, (_, i) => ({ slow: 1 + ((i * 7) % count) / 100 })),
        ['then' as const]: 'ok' as const,
      },
    };
    const ran = runOf(
      scenario({
        provider: { pools: { big: pool(count) }, models: { big: model({ service: 100 }) }, faults: [rising] },
        workload: { arrivals },
      }),
    );
    expect(ran.output.slowest.map(({ latencyMs }) => latencyMs)).toEqual(Array.from({ length: 100 }, (_, i) => 100 + 999 - i));
    const failing = runOf(scenario({ provider: { faults: [script(['big'], [], refuse)] }, workload: { arrivals } }));
    const kept = failing.output.failed.map(({ entity }) => entity);
    expect(kept.length).toBeGreaterThan(50);
    expect(kept.length).toBeLessThanOrEqual(100);
    // Evenly over the run: gaps of one length.
    expect(new Set(kept.slice(1).map((entity, i) => entity - (kept[i] ?? 0))).size).toBe(1);
    expect(kept.at(-1)).toBeGreaterThan(900);
  });
});

describe('several clients', () => {
  const crowd = { provider: { pools: { big: pool(9) } }, workload: { clients: 3, arrivals: at(0, 0, 0, 0, 0, 0) } };

  it.each([
    ['client', 3, 2],
    ['fleet', 1, 6],
  ] as const)('have a limit of one %s', (per, inFlight, seconds) => {
    const ran = runOf(scenario({ ...crowd, strategies: [strategy('s', { limit: limit(1, { per }) })] }));
    expect(ran.fold.inFlight.max).toBe(inFlight);
    expect(Math.max(...ran.requests.map((request) => request.latencyMs ?? 0))).toBe(seconds * 1000);
  });

  it('take requests in turn, and each serves its own queue', () => {
    const ran = runOf(scenario({ ...crowd, strategies: [strategy('s', { limit: limit(1) })] }));
    expect(ran.requests.map((request) => request.client)).toEqual([0, 1, 2, 0, 1, 2]);
  });

  it('adapt by themselves', () => {
    // Entities 0, 2, 4 … are refused: client 0 shrinks. Client 1 grows while one attempt is half of its limit: 2, 2.5, 2.9, 3.24.
    const replies = Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? refuse : ('ok' as const)));
    const ran = runOf(
      scenario({
        provider: { pools: { big: pool(99) }, faults: [{ script: { models: ['big'], per: 'arrival', replies, ['then' as const]: 'ok' } }] },
        workload: { clients: 2, arrivals: at(...Array.from({ length: 40 }, (_, i) => i * 2000)) },
        time: { length: 100_000 },
        strategies: [strategy('s', { limit: limit(1, { rule: { aimd: { initial: 2, increase: 1, decrease: 0.5, min: 1 } } }) })],
      }),
    );
    expect(ran.run.fleet.permits.map((permits) => permits.limit)).toEqual([1, 3]);
  });
});

describe('several providers', () => {
  it('are told apart by name, each with its own slots and quota, and add up', () => {
    const east = provider({ pools: { big: pool(1) } });
    const west = provider({ pools: { big: pool(9) } });
    const ran = runOf(
      scenario({
        providers: { east, west },
        workload: { arrivals: at(0, 0, 0) },
        strategies: [strategy('s', { route: route(['east/big', 'west/big']) })],
      }),
    );
    expect(ran.fold.attempts.byTarget).toEqual({ 'east/big': 3, 'west/big': 2 });
    expect(ran.fold.provider).toMatchObject({ arrived: 5, admitted: 3, capacityRefused: 2 });
    expect(ran.fold.requests.ok).toBe(3);
  });
});
