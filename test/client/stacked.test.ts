import { describe, expect, it } from 'vitest';
import type { StrategySpec } from '../../harness/strategy/spec.ts';
import type { ProviderSpec } from '../../sim/provider/spec.ts';
import {
  at,
  ends,
  fixedRetry,
  limit,
  model,
  paced,
  pool,
  provider,
  route,
  runOf,
  scenario,
  script,
  story,
  strategy,
} from '../support/scenario.ts';

const refuse = { refuse: 'rate_limited' } as const;
const always = { faults: [script(['big'], [], refuse)] };

/** Our own strategy over a client that retries too; the inner one follows the target that the outer one chose. */
function over(inner: Partial<StrategySpec>, outer: Partial<StrategySpec>): StrategySpec {
  return strategy('outer', { ...outer, over: strategy('inner', { route: route([]), ...inner }) });
}

function ran(one: StrategySpec, spec: Partial<ProviderSpec>, workload: Parameters<typeof scenario>[0]['workload'] = {}) {
  return runOf(scenario({ provider: spec, workload, strategies: [one] }));
}

describe('a client over a client', () => {
  it('multiplies: 3 retries over 2 retries are 12 sends of one request (A7)', () => {
    const went = ran(over({ retry: fixedRetry(100, 3) }, { retry: fixedRetry(1000, 4) }), always);
    expect(went.attempts.map((one) => one.sentMs / 1000)).toEqual([0, 0.1, 0.2, 1.2, 1.3, 1.4, 2.4, 2.5, 2.6, 3.6, 3.7, 3.8]);
    expect(ends(went)).toEqual(['0 rate_limited/attempts 3.8']);
    expect(went.fold.attempts).toMatchObject({ sent: 12, failures: { rate_limited: 12 }, firstSent: 1 });
    expect(went.fold.requests).toMatchObject({ offered: 1, ok: 0, failed: 1 });
    expect(went.fold.provider.arrived).toBe(12);
  });

  it('numbers the sends to one target over both layers', () => {
    // The fifth send is answered: the third of the inner client's second go.
    const went = ran(over({ retry: fixedRetry(100, 3) }, { retry: fixedRetry(1000, 4) }), {
      faults: [script(['big'], [refuse, refuse, refuse, refuse])],
    });
    expect(story(went)).toEqual([
      '0 big@0→0 rate_limited',
      '0 big@0.1→0.1 rate_limited',
      '0 big@0.2→0.2 rate_limited',
      '0 big@1.2→1.2 rate_limited',
      '0 big@1.3→2.3 ok',
    ]);
    expect(went.requests[0]).toMatchObject({ attempts: 5, outcome: 'ok', latencyMs: 2300 });
  });

  it('hands a time-out of the lower one on as a time-out, which the upper one retries', () => {
    const went = ran(over({ timeout: { attempt: 500 } }, { retry: fixedRetry(1000, 2) }), {
      models: { big: model({ service: 300 }) },
      faults: [script(['big'], [{ refuse: 'hang' }])],
    });
    expect(story(went)).toEqual(['0 big@0→0.5 timeout', '0 big@1.5→1.8 ok']);
    const spent = ran(over({ timeout: { attempt: 500 } }, {}), { faults: [script(['big'], [{ refuse: 'hang' }])] });
    expect(ends(spent)).toEqual(['0 timeout/attempts 0.5']);
  });

  it('knows of tokens that came before the lower one gave up: nothing is sent again', () => {
    const went = ran(over({ timeout: { attempt: 1700 } }, { retry: fixedRetry(1000, 2) }), { models: { big: paced(1000, 500) } });
    expect(ends(went)).toEqual(['0 timeout/hard 1.7']);
  });

  it('bounds the lower one by its own time-outs and by the deadline', () => {
    const lower = { retry: fixedRetry(400, 99) };
    const bounded = ran(over(lower, { timeout: { attempt: 1000 } }), always);
    expect(ends(bounded)).toEqual(['0 timeout/attempts 1']);
    expect(bounded.attempts.map((one) => one.sentMs)).toEqual([0, 400, 800]);
    const late = ran(over(lower, {}), always, { deadline: 900 });
    expect(ends(late)).toEqual(['0 deadline/deadline 0.9']);
    expect(late.attempts.map((one) => one.sentMs)).toEqual([0, 400, 800]);
  });

  it('sees the first token through the lower one, once', () => {
    const slow = { models: { big: paced(1000, 500) } };
    const inTime = ran(over({}, { timeout: { firstToken: 1000 } }), slow);
    expect(ends(inTime)).toEqual(['0 ok/none 3']);
    expect(inTime.requests[0]?.firstTokenMs).toBe(1000);
    expect(ends(ran(over({}, { timeout: { firstToken: 999 } }), slow))).toEqual(['0 timeout/attempts 0.999']);
    expect(ran(over({}, {}), slow).requests[0]?.firstTokenMs).toBe(1000);
  });

  it('cancels what the lower one has under way, waits for or sleeps through, and gets its permits back', () => {
    const hang = { faults: [script(['big'], [], { refuse: 'hang' })] };
    const limited = over({ limit: limit(1) }, { timeout: { attempt: 1000 } });
    const went = ran(limited, { ...hang, pools: { big: pool(1) } }, { arrivals: at(0, 0, 200) });
    // Entity 1 waits below until its own time-out; entity 2 gets the permit then.
    expect(story(went)).toEqual(['0 big@0→1 cancelled', '2 big@1→1.2 cancelled']);
    expect(ends(went)).toEqual(['0 timeout/attempts 1', '1 timeout/attempts 1', '2 timeout/attempts 1']);
    for (const permits of went.run.fleet.permits) expect([permits.inUse, permits.inFlight, permits.waiting]).toEqual([0, 0, 0]);
    expect(went.run.providers.get('default')?.counts.inService).toBe(0);
  });

  it('has one limit below, whatever its targets', () => {
    const spec = provider({
      pools: { big: pool(9) },
      models: { big: model(), light: model() },
      faults: [script(['big'], [], { refuse: 'capacity' })],
    });
    const one = over({ limit: limit(1) }, { route: route(['big', 'light']) });
    const went = ran(one, spec, { arrivals: at(0, 0) });
    expect(went.run.fleet.permits).toHaveLength(1);
    expect(story(went)).toEqual(['0 big@0→0 capacity', '0 light@0→1 ok', '1 big@0→0 capacity', '1 light@1→2 ok']);
  });

  it('of three layers', () => {
    const lowest = strategy('lowest', { route: route([]), retry: fixedRetry(10, 2) });
    const middle = strategy('middle', { route: route([]), retry: fixedRetry(100, 2), over: lowest });
    const went = ran(strategy('top', { retry: fixedRetry(1000, 2), over: middle }), always);
    expect(went.attempts.map((one) => one.sentMs)).toEqual([0, 10, 110, 120, 1120, 1130, 1230, 1240]);
  });

  it('below a limit of its own holds the permit while the lower one waits', () => {
    const one = over({ retry: fixedRetry(500, 2) }, { limit: limit(1) });
    const went = ran(one, { pools: { big: pool(9) }, faults: [script(['big'], [refuse])] }, { arrivals: at(0, 0) });
    expect(story(went)).toEqual(['0 big@0→0 rate_limited', '0 big@0.5→1.5 ok', '1 big@1.5→1.5 rate_limited', '1 big@2→3 ok']);
  });

  it('is waited for: what the lower one waits, for permits and between attempts, counts for the request', () => {
    const one = over({ retry: fixedRetry(300, 3), limit: limit(1) }, { retry: fixedRetry(1000, 2) });
    const went = ran(one, { pools: { big: pool(9) }, faults: [script(['big'], [refuse, refuse, refuse])] }, { arrivals: at(0, 0) });
    expect(story(went).filter((line) => line.startsWith('0'))).toEqual([
      '0 big@0→0 rate_limited',
      '0 big@0.3→0.3 rate_limited',
      '0 big@0.6→0.6 rate_limited',
      '0 big@1.6→2.6 ok',
    ]);
    for (const request of went.requests) {
      const inFlight = went.attempts
        .filter(({ entity }) => entity === request.entity)
        .reduce((sum, { sentMs, endedMs }) => sum + (endedMs ?? 0) - sentMs, 0);
      expect(request.queueWaitMs + request.backoffMs + inFlight).toBe(request.latencyMs);
    }
    expect(went.requests[0]).toMatchObject({ backoffMs: 1600, queueWaitMs: 0, latencyMs: 2600 });
    // The second waits for the lower one's only permit while the first is answered, from 1.6 s to 2.6 s.
    expect(went.requests[1]).toMatchObject({ backoffMs: 1600, queueWaitMs: 1000, latencyMs: 3600 });
  });

  it('is waited for only as long as it was: a wait that the upper one cut short', () => {
    const went = ran(over({ retry: fixedRetry(5000, 3) }, { timeout: { attempt: 1000 } }), always);
    expect(went.requests[0]).toMatchObject({ outcome: 'timeout', latencyMs: 1000, backoffMs: 1000 });
  });

  it('goes on where it was when a job is submitted again', () => {
    // Six refusals: three sends a go, so the first go fails and the second, and the third is answered.
    const went = runOf(
      scenario({
        provider: { faults: [script(['big'], new Array(6).fill(refuse))] },
        workload: { arrivals: { batch: { jobs: 1, at: { offset: 0 }, workers: 1, crashes: [], restart: 0 } } },
        strategies: [over({ retry: fixedRetry(100, 3) }, {})],
      }),
    );
    expect(went.attempts.map((one) => one.sentMs)).toEqual([0, 100, 200, 200, 300, 400, 400]);
    expect(went.fold.makespanMs).toBe(1400);
  });
});
