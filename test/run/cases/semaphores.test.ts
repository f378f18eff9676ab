import { describe, expect, it } from 'vitest';
import type { FaultSpec } from '../../../sim/provider/spec.ts';
import { at, ends, limit, model, pool, retry, runOf, scenario, strategy } from '../../support/scenario.ts';

/** Faults that people reported in public about SDKs, routers, limiters and load tools, as small inputs with the right result. */

const limited = { refuse: 'rate_limited' } as const;

describe('semaphores', () => {
  it.each([
    // held by · start of the second request, s · permit out and idle, ms · sends as they arrive
    ['attempt', 0, 0, [limited, 'ok']],
    ['request', 7, 7000, [limited, limited, limited, limited, 'ok']],
  ] as const)('C1: a permit that is held by the %s', (hold, start, idleMs, replies) => {
    const faults: FaultSpec[] = [{ script: { models: ['big'], per: 'arrival', replies, ['then' as const]: limited } }];
    const ran = runOf(
      scenario({
        provider: { models: { big: model({ service: 0 }) }, faults },
        workload: { arrivals: at(0, 0) },
        strategies: [strategy('s', { limit: limit(1, { hold }), retry: retry({ backoff: { exponential: { base: 1000 } }, attempts: 4 }) })],
      }),
    );
    expect(ends(ran)).toEqual(['0 rate_limited/attempts 7', `1 ok/none ${start}`]);
    expect(ran.attempts.filter((attempt) => attempt.entity === 0).map((attempt) => attempt.sentMs)).toEqual([0, 1000, 3000, 7000]);
    expect(ran.fold.permitIdleMs).toBe(idleMs);
  });

  it('C4: 100 at once, 2 at a time, 10 may wait: 12 are served and 88 shed at once', () => {
    const queue = { length: 10, maxWait: 'unlimited', order: 'fifo' } as const;
    const crowd = at(...new Array<number>(100).fill(0));
    const base = { provider: { pools: { big: pool(9) } }, workload: { arrivals: crowd } };
    const ran = runOf(scenario({ ...base, strategies: [strategy('s', { limit: limit(2, { queue }) })] }));
    expect(ran.fold.requests).toMatchObject({ ok: 12, failures: { shed: 88 } });
    expect(ran.requests.filter((request) => request.outcome === 'shed' && request.latencyMs === 0 && request.attempts === 0)).toHaveLength(
      88,
    );
    expect(ran.fold.samples.queueWaitMs).toMatchObject({ count: 100, max: 5000 });

    // Nobody waits longer than 2 s: two at 0 s, two at 1 s, and two with the last of their patience.
    const patient = runOf(scenario({ ...base, strategies: [strategy('s', { limit: limit(2, { queue: { ...queue, maxWait: 2000 } }) })] }));
    expect(patient.fold.requests).toMatchObject({ ok: 6, failures: { shed: 94 } });
    expect(patient.requests.filter((request) => request.outcome === 'shed' && request.latencyMs === 2000)).toHaveLength(6);

    // Stopped in the middle: everything has a row, and the sums hold.
    const stopped = runOf(
      scenario({ ...base, time: { length: 500, drain: 0 }, strategies: [strategy('s', { limit: limit(2, { queue }) })] }),
    );
    expect(stopped.fold.requests).toMatchObject({ offered: 100, ok: 0, failures: { shed: 88 }, inFlightAtEnd: 12 });
    expect(
      stopped.requests
        .filter((request) => request.outcome === null)
        .map((request) => request.attempts)
        .sort(),
    ).toEqual([...new Array(10).fill(0), 1, 1]);
    expect(stopped.attempts.map((attempt) => attempt.endedMs)).toEqual([null, null]);
  });

  it('C7: an adaptive limit follows slots that go from 8 to 2 and back', () => {
    const slots = { steps: [0, 60, 120].map((seconds, i) => ({ at: { offset: seconds * 1000 }, value: [8, 2, 8][i] })) };
    const ran = runOf(
      scenario({
        provider: { pools: { big: pool(slots) }, models: { big: model({ service: 500 }) } },
        workload: { arrivals: { constant: { rate: 40 } } },
        time: { length: 180_000, drain: 0 },
        strategies: [
          strategy('s', {
            limit: limit(1, {
              rule: { aimd: { initial: 1, increase: 1, decrease: 0.5, min: 1, max: 8 } },
              queue: { length: 10, maxWait: 'unlimited', order: 'fifo' },
            }),
          }),
        ],
      }),
    );
    const { bucketSeconds, means } = ran.output.timeline;
    const at = (seconds: number): number => means.limit[Math.floor(seconds / bucketSeconds)] as number;
    // Never refused while there are 8: it stays at its most.
    expect(at(50)).toBe(8);
    expect(at(70)).toBeLessThanOrEqual(3);
    expect(at(150)).toBeGreaterThanOrEqual(7);
    expect(ran.fold.limit).toMatchObject({ min: 1, max: 8 });
  });

  it.each([0, 20])('C8: what the client has given up is not in flight any more: no more than the limit (rtt %d ms)', (rtt) => {
    const ran = runOf(
      scenario({
        provider: { network: { rtt }, pools: { big: pool(99) }, models: { big: model({ service: 5000 }) } },
        workload: { arrivals: at(...new Array<number>(30).fill(0)) },
        strategies: [strategy('s', { limit: limit(3), timeout: { attempt: 1000 } })],
      }),
    );
    expect(ran.fold.requests.failures.timeout).toBe(30);
    expect(ran.fold.inFlight.max).toBe(3);
    expect(ran.fold.provider.inFlightMax).toBe(3);
  });
});
