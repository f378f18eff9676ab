import { describe, expect, it } from 'vitest';
import {
  at,
  ends,
  fixedRetry,
  limit,
  model,
  paced,
  pool,
  type provider,
  retry,
  runOf,
  scenario,
  script,
  story,
  strategy,
} from '../support/scenario.ts';

const refuse = { refuse: 'capacity' } as const;
const never = { refuse: 'hang' } as const;
const two = (replies: Parameters<typeof script>[1], last: Parameters<typeof script>[2] = 'ok') => ({
  provider: { faults: [script(['big'], replies, last)] },
});

describe('retries', () => {
  it('wait after the refusal and are counted from the first send', () => {
    const ran = runOf(scenario({ ...two([refuse, refuse]), strategies: [strategy('a', { retry: fixedRetry(500, 3) })] }));
    expect(story(ran)).toEqual(['0 big@0→0 capacity', '0 big@0.5→0.5 capacity', '0 big@1→2 ok']);
    expect(ends(ran)).toEqual(['0 ok/none 2']);
    expect(ran.requests[0]).toMatchObject({ backoffMs: 1000, attempts: 3 });
  });

  it('end with the class of the last attempt', () => {
    const ran = runOf(
      scenario({ ...two([refuse, { refuse: 'server_error' }]), strategies: [strategy('a', { retry: fixedRetry(500, 2) })] }),
    );
    expect(ends(ran)).toEqual(['0 server_error/attempts 0.5']);
  });

  it.each([
    // total wait allowed, ms · attempts · why no more
    [2999, 3, 'totalWait'],
    [3000, 4, 'attempts'],
  ])('begin no wait that would pass a total of %d ms', (totalWait, attempts, gaveUp) => {
    const ran = runOf(scenario({ ...two([], refuse), strategies: [strategy('a', { retry: fixedRetry(1000, 4, { totalWait }) })] }));
    expect(ran.requests[0]).toMatchObject({ attempts, gaveUpBy: gaveUp, backoffMs: (attempts - 1) * 1000 });
  });

  it.each<[string, Parameters<typeof retry>[0], number[], string]>([
    // hint of 3 s · when it is sent · why no more
    ['floor, below the backoff', fixedRetry(5000, 2), [0, 5], 'attempts'],
    ['floor, above the backoff', fixedRetry(1000, 3), [0, 3, 6], 'attempts'],
    ['exact', fixedRetry(5000, 2, { hint: { use: 'exact', jitter: 0, max: 60_000, over: 'give-up' } }), [0, 3], 'attempts'],
    ['add', fixedRetry(5000, 2, { hint: { use: 'add', jitter: 0, max: 60_000, over: 'give-up' } }), [0, 8], 'attempts'],
    ['ignore', fixedRetry(1000, 2, { hint: { use: 'ignore', jitter: 0, max: 60_000, over: 'give-up' } }), [0, 1], 'attempts'],
    [
      'of exactly the most that is borne',
      fixedRetry(1000, 2, { hint: { use: 'floor', jitter: 0, max: 3000, over: 'give-up' } }),
      [0, 3],
      'attempts',
    ],
    ['of more than that', fixedRetry(1000, 2, { hint: { use: 'floor', jitter: 0, max: 2999, over: 'give-up' } }), [0], 'hint'],
    [
      'of more: own backoff',
      fixedRetry(1000, 2, { hint: { use: 'floor', jitter: 0, max: 2999, over: 'use-backoff' } }),
      [0, 1],
      'attempts',
    ],
    [
      'of more: as long as is borne',
      fixedRetry(1000, 2, { hint: { use: 'floor', jitter: 0, max: 2000, over: 'clamp' } }),
      [0, 2],
      'attempts',
    ],
  ])('follow the hint: %s', (_name, rule, sent, gaveUp) => {
    const limited = { refuse: 'rate_limited', retryAfter: 3000 } as const;
    const ran = runOf(scenario({ ...two([], limited), strategies: [strategy('a', { retry: retry(rule) })] }));
    expect(ran.attempts.map((one) => one.sentMs / 1000)).toEqual(sent);
    expect(ran.requests[0]?.gaveUpBy).toBe(gaveUp);
  });

  it('more than 1000 of one request are a livelock', () => {
    const hammer = scenario({ ...two([], refuse), strategies: [strategy('a', { retry: fixedRetry(1, 5000) })] });
    expect(() => runOf(hammer)).toThrow(expect.objectContaining({ code: 'livelock', message: expect.stringContaining('request 0') }));
  });
});

describe('time-outs', () => {
  const hang = { faults: [script(['big'], [], never)] };

  it('of an attempt have its real length, and are retried', () => {
    const ran = runOf(scenario({ provider: hang, strategies: [strategy('a', { timeout: { attempt: 2000 }, retry: fixedRetry(500, 2) })] }));
    expect(story(ran)).toEqual(['0 big@0→2 timeout', '0 big@2.5→4.5 timeout']);
    expect(ran.attempts.map((one) => one.reason)).toEqual(['attempt', 'attempt']);
    expect(ends(ran)).toEqual(['0 timeout/attempts 4.5']);
  });

  const slow = { models: { big: paced(1000, 500) } };
  it.each<[string, Parameters<typeof strategy>[1], Parameters<typeof provider>[0], string, string]>([
    // answer: first token after 1 s, the end after 3 s
    ['attempt, as long as the answer', { timeout: { attempt: 3000 } }, slow, '0 big@0→3 ok', 'answered'],
    ['attempt, shorter', { timeout: { attempt: 2999 } }, slow, '0 big@0→2.999 timeout', 'attempt'],
    ['first token, as long as it takes', { timeout: { firstToken: 1000 } }, slow, '0 big@0→3 ok', 'answered'],
    ['first token, shorter', { timeout: { firstToken: 999 } }, slow, '0 big@0→0.999 timeout', 'firstToken'],
    ['first token at once', { timeout: { firstToken: 1 } }, { models: { big: paced(0, 500) } }, '0 big@0→2 ok', 'answered'],
    ['idle', { timeout: { idle: 999 } }, slow, '0 big@0→0.999 timeout', 'idle'],
    ['headers', { timeout: { headers: 700 } }, hang, '0 big@0→0.7 timeout', 'headers'],
    [
      'first token and attempt, the earlier one',
      { timeout: { firstToken: 900, attempt: 2000 } },
      hang,
      '0 big@0→0.9 timeout',
      'firstToken',
    ],
    ['first token seen, then the attempt', { timeout: { firstToken: 1000, attempt: 2000 } }, slow, '0 big@0→2 timeout', 'attempt'],
  ])('%s', (_name, changes, spec, told, reason) => {
    const ran = runOf(scenario({ provider: spec, strategies: [strategy('a', changes)] }));
    expect(story(ran)).toEqual([told]);
    expect(ran.attempts[0]?.reason).toBe(reason);
  });

  it('of a plain reply in its headers are retried: nothing had come', () => {
    const ran = runOf(
      scenario({
        workload: { stream: false },
        strategies: [strategy('a', { timeout: { headers: 400, firstToken: 1 }, retry: fixedRetry(100, 2) })],
      }),
    );
    expect(story(ran)).toEqual(['0 big@0→0.4 timeout', '0 big@0.5→0.9 timeout']);
  });

  it('free the permit, the slot and the place in flight at once', () => {
    const ran = runOf(
      scenario({
        provider: hang,
        workload: { arrivals: at(0, 0) },
        strategies: [strategy('a', { timeout: { attempt: 2000 }, limit: limit(1) })],
      }),
    );
    expect(story(ran)).toEqual(['0 big@0→2 timeout', '1 big@2→4 timeout']);
  });
});

describe('the deadline', () => {
  const slowly = { deadline: 2500 };
  it.each<[string, Parameters<typeof scenario>[0], string[], string]>([
    ['is in time for an answer that comes with it', { workload: { deadline: 1000 } }, ['0 big@0→1 ok'], '0 ok/none 1'],
    ['ends an attempt', { workload: { deadline: 999 } }, ['0 big@0→0.999 cancelled'], '0 deadline/deadline 0.999'],
    [
      'ends a backoff',
      { ...two([], refuse), workload: slowly, strategies: [strategy('a', { retry: fixedRetry(2000, 9) })] },
      ['0 big@0→0 capacity', '0 big@2→2 capacity'],
      '0 deadline/deadline 2.5',
    ],
    [
      'ends a backoff that ends with it: nothing is sent at a deadline',
      { ...two([], refuse), workload: slowly, strategies: [strategy('a', { retry: fixedRetry(1250, 9) })] },
      ['0 big@0→0 capacity', '0 big@1.25→1.25 capacity'],
      '0 deadline/deadline 2.5',
    ],
    [
      'is no reason for the class of an attempt that was refused with it and has no other try',
      { provider: { faults: [script(['big'], [{ stall: 2500 }])] }, workload: slowly },
      ['0 big@0→2.5 truncated'],
      '0 truncated/attempts 2.5',
    ],
    [
      'forbids another try of one that was refused with it',
      {
        provider: { faults: [script(['big'], [{ stall: 2500 }])] },
        workload: slowly,
        strategies: [strategy('a', { retry: fixedRetry(0, 9) })],
      },
      ['0 big@0→2.5 truncated'],
      '0 deadline/deadline 2.5',
    ],
  ])('%s', (_name, parts, told, end) => {
    const ran = runOf(scenario(parts));
    expect(story(ran)).toEqual(told);
    expect(ends(ran)).toEqual([end]);
  });

  it('ends a wait for a permit, even one that comes with it', () => {
    const strategies = [strategy('a', { limit: limit(1) })];
    for (const deadline of [900, 1000]) {
      const ran = runOf(scenario({ workload: { deadline, arrivals: at(0, 0) }, strategies }));
      expect(ran.requests[1]).toMatchObject({
        outcome: 'deadline',
        reason: 'queue',
        gaveUpBy: 'deadline',
        latencyMs: deadline,
        attempts: 0,
      });
    }
  });

  it('counts from the scheduled arrival', () => {
    const ran = runOf(
      scenario({
        workload: { deadline: 1500, arrivals: at(700, 1200) },
        provider: { pools: { big: pool(9) }, models: { big: model({ service: 1600 }) } },
      }),
    );
    expect(ends(ran)).toEqual(['0 deadline/deadline 1.5', '1 deadline/deadline 1.5']);
  });
});
