import { describe, expect, it } from 'vitest';
import type { StrategySpec } from '../../../harness/strategy/spec.ts';
import type { FaultSpec, ProviderSpec, ScriptReply } from '../../../sim/provider/spec.ts';
import { at, ends, fixedRetry, model, pool, retry, route, runOf, scenario, script, story, strategy } from '../../support/scenario.ts';

/** Faults that people reported in public about SDKs, routers, limiters and load tools, as small inputs with the right result. */

function one(replies: readonly ScriptReply[], last: ScriptReply, changes: Partial<StrategySpec>, spec: Partial<ProviderSpec> = {}) {
  return runOf(scenario({ provider: { faults: [script(['big'], replies, last)], ...spec }, strategies: [strategy('s', changes)] }));
}

const full = { refuse: 'capacity' } as const;
const limited = { refuse: 'rate_limited' } as const;

describe('retry', () => {
  it.each(['openai', 'anthropic'])('A1: an overload inside a 200 is a failure, and is retried (%s)', (dialect) => {
    const ran = one([{ refuse: 'stream-overload' }], 'ok', { retry: fixedRetry(1000, 2) }, { dialect });
    expect(story(ran)).toEqual(['0 big@0→0 capacity', '0 big@1→2 ok']);
    expect(ran.attempts.map((attempt) => attempt.status)).toEqual([200, 200]);
    expect(ran.fold.requests).toMatchObject({ ok: 1 });
    expect(ran.fold.attempts.failures.capacity).toBe(1);
    expect(ran.fold.samples.serviceMs).toMatchObject({ count: 1, p50: 1000 });
  });

  it('A2: being at capacity has three shapes and one class; a plain 400 is not one of them', () => {
    const sentence = { error: { message: 'Selected model is at capacity. Please try a different model.', type: 'invalid_request_error' } };
    const shapes: ScriptReply[] = [
      { refuse: 'stream-overload' },
      { status: 503, body: { error: { message: 'Overloaded', type: 'service_unavailable_error', code: 'server_is_overloaded' } } },
      { status: 400, body: sentence },
      { refuse: 'client_error' },
    ];
    const faults: FaultSpec[] = [{ script: { models: ['big'], per: 'arrival', replies: shapes, ['then' as const]: 'ok' } }];
    const ran = runOf(scenario({ provider: { faults }, workload: { arrivals: at(0, 1, 2, 3) }, strategies: [strategy('s')] }));
    expect(ran.fold.requests.failures).toMatchObject({ capacity: 3, client_error: 1 });
    expect(one([], shapes[3] as ScriptReply, { retry: fixedRetry(10, 6) }).fold.attempts.sent).toBe(1);
  });

  it.each([
    ['quota', 1, 'quota/hard'],
    ['rate_limited', 6, 'rate_limited/attempts'],
  ] as const)('A3: a 429 for %s is sent %d times', (refuse, sent, end) => {
    const ran = one([], { refuse }, { retry: fixedRetry(100, 6) });
    expect(ran.fold.provider.arrived).toBe(sent);
    expect(ends(ran)[0]).toContain(end);
  });

  it.each(['openai', 'anthropic'])('A4: a wait hint of 3 s is kept twice (%s)', (dialect) => {
    const hint = { refuse: 'rate_limited', retryAfter: 3000 } as const;
    const ran = one([hint, hint], 'ok', { retry: fixedRetry(100, 3) }, { dialect, models: { big: model({ service: 0 }) } });
    expect(ran.attempts.map((attempt) => attempt.sentMs / 1000)).toEqual([0, 3, 6]);
    expect(ends(ran)).toEqual(['0 ok/none 6']);
  });

  it.each([
    // hint · attempts · latency, s · why no more
    [2_200_000_000, 1, 0, 'hint'],
    [60_000, 2, 61, 'none'],
    [0, 2, 1, 'none'],
  ])('A6: a hint of %d ms, with at most 60 s borne and a backoff of nothing', (retryAfter, attempts, seconds, gaveUp) => {
    const ran = one([{ refuse: 'rate_limited', retryAfter }], 'ok', { retry: fixedRetry(0, 5) });
    expect(ran.fold.attempts.sent).toBe(attempts);
    expect(ends(ran)[0]).toMatch(new RegExp(`/${gaveUp} ${seconds}$`));
  });

  it('A7: layers multiply: 12 sends, one failure, amplification 12', () => {
    const inner = strategy('sdk', { route: route([]), retry: fixedRetry(100, 3) });
    const ran = one([], limited, { retry: fixedRetry(1000, 4), over: inner });
    const { requests, attempts } = ran.fold;
    expect(attempts.sent / requests.offered).toBe(12);
    expect([requests.failed, requests.offered, attempts.failures.rate_limited, attempts.sent]).toEqual([1, 1, 12, 12]);
  });

  it.each([
    // deadline · end, s · class · attempts
    [undefined, 90 + 1 + 2, 'timeout/attempts', ['0 big@0→30 timeout', '0 big@31→61 timeout', '0 big@63→93 timeout']],
    [45_000, 45, 'deadline/deadline', ['0 big@0→30 timeout', '0 big@31→45 cancelled']],
  ])('A9: attempts of 30 s, waits of 1 s and 2 s, deadline %s', (deadline, seconds, end, told) => {
    const ran = runOf(
      scenario({
        provider: { faults: [script(['big'], [], { refuse: 'hang' })] },
        workload: deadline === undefined ? {} : { deadline },
        strategies: [
          strategy('s', { timeout: { attempt: 30_000 }, retry: retry({ backoff: { exponential: { base: 1000 } }, attempts: 3 }) }),
        ],
      }),
    );
    expect(ends(ran)).toEqual([`0 ${end} ${seconds}`]);
    expect(story(ran)).toEqual(told);
  });

  it('A10: 30 clients asked to wait 10 s come back together, unless the hint is spread', () => {
    const retries = (jitter: number) => {
      const hint = { use: 'floor', jitter, max: 60_000, over: 'give-up' } as const;
      const ran = runOf(
        scenario({
          seed: 5,
          provider: { pools: { big: pool(99) }, faults: [script(['big'], [{ refuse: 'rate_limited', retryAfter: 10_000 }])] },
          workload: { clients: 30, arrivals: at(...new Array<number>(30).fill(0)) },
          strategies: [strategy('s', { retry: fixedRetry(0, 2, { hint }) })],
        }),
      );
      expect(ran.fold.peakAttemptsPer100ms).toBe(30);
      return ran.attempts.filter((attempt) => attempt.number === 2).map((attempt) => attempt.sentMs);
    };
    const most = (times: readonly number[]): number =>
      Math.max(...times.map((time) => times.filter((other) => Math.floor(other / 100) === Math.floor(time / 100)).length));
    expect(new Set(retries(0))).toEqual(new Set([10_000]));
    const spread = retries(0.2);
    expect(spread).toHaveLength(30);
    expect(Math.min(...spread)).toBeGreaterThanOrEqual(10_000);
    expect(Math.max(...spread)).toBeLessThanOrEqual(12_000);
    expect(most(spread)).toBeLessThanOrEqual(8);
  });

  it.each([
    [{ status: 503, headers: { 'x-should-retry': 'false' } }, 1],
    [{ status: 503 }, 2],
    [{ status: 400, headers: { 'x-should-retry': 'true' } }, 2],
    [{ status: 400 }, 1],
  ] as const)('A12: %j is sent %d times', (reply, sent) => {
    expect(one([reply], 'ok', { retry: fixedRetry(0, 2) }).fold.attempts.sent).toBe(sent);
  });

  it('A13: a long fixed ladder is time spent in backoff', () => {
    const ladder = [1, 1, 2, 4, 8, 16, 32, 38, 38].map((seconds) => seconds * 1000);
    const ran = one([], full, { retry: retry({ backoff: { list: ladder }, attempts: 10 }) }, { dialect: 'anthropic' });
    expect(ran.requests[0]).toMatchObject({ attempts: 10, backoffMs: 140_000, latencyMs: 140_000 });
    expect(ran.fold.samples.backoffMs).toMatchObject({ count: 1, p50: 140_000, p99: 140_000 });
  });
});
