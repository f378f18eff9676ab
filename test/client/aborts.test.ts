import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createClient } from '../../harness/client/create-client.ts';
import { foldReplication } from '../../harness/run/fold-replication.ts';
import { Simulation } from '../../harness/run/simulation.ts';
import { type EventClass, eventClass, after as later } from '../../sim/kernel/clock.ts';
import { VirtualClock } from '../../sim/kernel/virtual-clock.ts';
import { catchRuns } from '../support/catch-runs.ts';
import { at, fixedRetry, limit, paced, pool, route, type ScenarioParts, scenario, script, strategy } from '../support/scenario.ts';
import { answered, limited, scriptedSend } from '../support/scripted-send.ts';

/** Runs with one request aborted at this time; returns its row, its sends and what is left. */
function aborted(parts: ScenarioParts, abortMs: number, order: EventClass = eventClass.timeout, entity = 0) {
  const run = new Simulation({ scenario: scenario(parts), strategyIndex: 0, replication: 0, raw: true }, new Map());
  const runs = catchRuns(run.fleet.clients);
  later(run.clock, abortMs * 1000, () => runs.get(entity)?.abort('caller'), order);
  while (!run.advance(1_000));
  const { raw } = foldReplication(run);
  const counts = run.providers.get('default')?.counts;
  return {
    request: raw?.requests.find((one) => one.entity === entity),
    sent: raw?.attempts.filter((one) => one.entity === entity).map((one) => `${one.sentMs}→${one.endedMs} ${one.class}`),
    others: raw?.requests.filter((one) => one.entity !== entity).map((one) => `${one.outcome} ${one.latencyMs}`),
    permits: run.fleet.permits.map(({ inUse, inFlight, waiting }) => [inUse, inFlight, waiting]),
    left: [counts?.travelling, counts?.queued, counts?.inService],
  };
}

const refuse = { refuse: 'rate_limited', retryAfter: 3000 } as const;
const clean = [0, 0, 0];

describe('a caller who aborts', () => {
  it('during a backoff: settled at once, nothing more is sent, the permit is back (A8)', () => {
    for (const hold of ['attempt', 'request'] as const) {
      const went = aborted(
        {
          provider: { faults: [script(['big'], [refuse])] },
          workload: { arrivals: at(0, 50) },
          strategies: [strategy('s', { retry: fixedRetry(1000, 3), limit: limit(1, { hold }) })],
        },
        100,
      );
      expect(went.request).toMatchObject({ outcome: 'cancelled', reason: 'caller', latencyMs: 100, attempts: 1 });
      expect([went.sent, went.permits, went.left]).toEqual([['0→0 rate_limited'], [clean], clean]);
    }
  });

  it('during an attempt: the attempt is cancelled with the tokens that had come, the slot and the permit are back', () => {
    const went = aborted(
      {
        provider: { models: { big: paced(1000, 500) } },
        workload: { arrivals: at(0, 0) },
        strategies: [strategy('s', { limit: limit(1) })],
      },
      1600,
    );
    expect(went.request).toMatchObject({ outcome: 'cancelled', latencyMs: 1600, tokens: 2 });
    expect(went.sent).toEqual(['0→1600 cancelled']);
    // The other one starts at that very instant.
    expect(went.others).toEqual(['ok 4600']);
    expect([went.permits, went.left]).toEqual([[clean], clean]);
  });

  it('while it waits for a permit: never sent, the place in the queue is free', () => {
    const went = aborted(
      {
        provider: { pools: { big: pool(9) } },
        workload: { arrivals: at(0, 100, 150) },
        strategies: [strategy('s', { limit: limit(1, { queue: { length: 1, maxWait: 'unlimited', order: 'fifo' } }) })],
      },
      120,
      eventClass.timeout,
      1,
    );
    expect(went.request).toMatchObject({ outcome: 'cancelled', latencyMs: 20, attempts: 0 });
    expect(went.others).toEqual(['ok 1000', 'ok 1850']);
    expect([went.permits, went.left]).toEqual([[clean], clean]);
  });

  it.each([
    // at the instant of its answer: before it, and behind it
    [eventClass.capacity, 'cancelled'],
    [eventClass.timeout, 'ok'],
  ])('at the instant of the answer, event class %d', (order, outcome) => {
    const went = aborted({}, 1000, order);
    expect(went.request).toMatchObject({ outcome, latencyMs: 1000 });
    expect(went.left).toEqual(clean);
  });

  it('in the middle of a ladder, with a provider that still has to hear of it', () => {
    const went = aborted(
      {
        provider: { network: { rtt: 200 }, faults: [script(['big'], [{ refuse: 'capacity' }])] },
        strategies: [strategy('s', { route: route(['big']), retry: fixedRetry(0, 3) })],
      },
      250,
    );
    expect(went.sent).toEqual(['0→200 capacity', '200→250 cancelled']);
    expect(went.left).toEqual(clean);
  });
});

describe('a signal that outlives many requests', () => {
  const request = (entity: number) => ({ entity, inputTokens: 1, outputTokens: 1, maxTokens: 1, stream: true });

  it('is listened to once, however many requests it may end, and holds on to none that has ended', async () => {
    const clock = new VirtualClock();
    const { send } = scriptedSend([answered]);
    const client = createClient({}, send, clock);
    const { signal } = new AbortController();
    for (let entity = 0; entity < 50; entity++) expect(await client.request(request(entity), signal)).toMatchObject({ outcome: 'ok' });
    // Each of these ended before `request` returned: there was nothing to listen for.
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    const slow = createClient({ retry: { fixed: '1s', attempts: 2 } }, scriptedSend([limited(), answered]).send, clock);
    const first = slow.request(request(0), signal);
    while (clock.step());
    expect(await first).toMatchObject({ outcome: 'ok' });
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  });
});
