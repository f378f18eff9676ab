import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../harness/client/create-client.ts';
import { after, eventClass } from '../../../sim/kernel/clock.ts';
import type { Send } from '../../../sim/kernel/transport.ts';
import { VirtualClock } from '../../../sim/kernel/virtual-clock.ts';
import type { FaultSpec } from '../../../sim/provider/spec.ts';
import { at, ends, limit, model, pool, retry, runOf, scenario, strategy } from '../../support/scenario.ts';
import { strategySummaryOf } from '../../support/summary-of.ts';

/** Faults that people reported in public about SDKs, routers, limiters and load tools, as small inputs with the right result. */

const full = { refuse: 'capacity' } as const;
const request = (entity: number) => ({ entity, inputTokens: 10, outputTokens: 4, maxTokens: 4, stream: true });

/** A transport that takes every attempt and says nothing. */
function neverAnswers(): { readonly send: Send; readonly hits: () => number } {
  let hits = 0;
  return {
    hits: () => hits,
    send() {
      hits += 1;
      return { cancel: () => 0 };
    },
  };
}

describe('semaphores', () => {
  it.each([
    // held by · start of the second request, s · permit out and idle, ms · sends as they arrive
    ['attempt', 0, 0, [full, 'ok']],
    ['request', 7, 7000, [full, full, full, full, 'ok']],
  ] as const)('C1: a permit that is held by the %s', async (hold, start, idleMs, replies) => {
    const faults: FaultSpec[] = [{ script: { models: ['big'], per: 'arrival', replies, ['then' as const]: full } }];
    const one = scenario({
      provider: { models: { big: model({ service: 0 }) }, faults },
      workload: { arrivals: at(0, 0) },
      strategies: [strategy('s', { limit: limit(1, { hold }), retry: retry({ backoff: { exponential: { base: 1000 } }, attempts: 4 }) })],
    });
    const ran = runOf(one);
    expect(ends(ran)).toEqual(['0 capacity/attempts 7', `1 ok/none ${start}`]);
    const sent = (entity: number) => ran.attempts.filter((attempt) => attempt.entity === entity).map((attempt) => attempt.sentMs / 1000);
    expect([sent(0), sent(1)]).toEqual([[0, 1, 3, 7], [start]]);
    expect(ran.attempts.map((attempt) => attempt.status).toSorted()).toEqual([200, 503, 503, 503, 503]);
    expect((await strategySummaryOf(one)).permitIdleMs).toBe(idleMs);
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
    // How many waited, over time, and how long.
    const { waiting, inFlight } = stopped.output.timeline.means;
    expect([waiting[0], inFlight[0]]).toEqual([10, 2]);
  });

  it('C4: in the library everybody who waits is told when the callers go', async () => {
    const clock = new VirtualClock();
    const { send, hits } = neverAnswers();
    const client = createClient({ limit: { fixed: 2, queue: { length: 10 } } }, send, clock);
    const gone = new AbortController();
    const all = Array.from({ length: 100 }, (_, entity) => client.request(request(entity), gone.signal));
    // One listener for all of them: more than ten look like a leak, and are warned of.
    expect(getEventListeners(gone.signal, 'abort')).toHaveLength(1);
    after(clock, 500_000, () => gone.abort(), eventClass.timeout);
    while (clock.step());
    const results = await Promise.all(all);
    const ended = results.map(({ outcome, latencyMs }) => `${outcome} ${latencyMs}`);
    expect(ended.slice(0, 12)).toEqual(new Array(12).fill('cancelled 500'));
    expect(ended.slice(12)).toEqual(new Array(88).fill('shed 0'));
    expect([hits(), clock.nextAt]).toEqual([2, undefined]);
  });

  it('C4: in the library nobody waits longer than the queue allows', async () => {
    const clock = new VirtualClock();
    const { send } = neverAnswers();
    const client = createClient({ limit: { fixed: 1, queue: { maxWait: '2s' } } }, send, clock);
    const all = [0, 1, 2].map((entity) => client.request(request(entity)));
    while (clock.step());
    expect(await Promise.all(all.slice(1))).toMatchObject([
      { outcome: 'shed', latencyMs: 2000, queueWaitMs: 2000 },
      { outcome: 'shed', latencyMs: 2000, queueWaitMs: 2000 },
    ]);
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
