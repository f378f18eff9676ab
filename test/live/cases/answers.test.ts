import { describe, expect, it } from 'vitest';
import type { StrategySpec } from '../../../harness/strategy/spec.ts';
import type { FaultSpec, ProviderSpec, ScriptReply } from '../../../sim/provider/spec.ts';
import { at, fixedRetry, limit, model, paced, pool, quota, retry, route, scenario, script, strategy } from '../../support/scenario.ts';
import { gaps, liveOf, sends } from '../live-of.ts';

/**
 * Faults that people reported in public, over sockets: the client that was simulated against the server that is. A second
 * of the scenario is a fraction of one here; what must not be sooner is asserted, what a busy machine makes later is not.
 */

const firstSend = (replies: readonly ScriptReply[], changes: Partial<StrategySpec> = {}, spec: Partial<ProviderSpec> = {}) =>
  scenario({
    provider: { models: { big: model({ service: 100, firstToken: 50 }) }, faults: [script(['big'], replies)], ...spec },
    strategies: [strategy('s', changes)],
  });

describe('overload', () => {
  it.each(['openai', 'anthropic'])('A1: an overload inside a 200 is a failure over HTTP too, and is retried (%s)', async (dialect) => {
    const ran = await liveOf(firstSend([{ refuse: 'stream-overload' }], { retry: fixedRetry(1000, 2) }, { dialect }));
    expect(sends(ran)).toEqual(['0 big capacity', '0 big ok']);
    expect(ran.attempts.map(({ status }) => status)).toEqual([200, 200]);
    expect(ran.fold.requests).toMatchObject({ ok: 1, failed: 0 });
    expect(ran.fold.attempts.failures.capacity).toBe(1);
    expect(ran.fold.samples.serviceMs?.count).toBe(1);
    expect(gaps(ran)[0]).toBeGreaterThanOrEqual(1000);
  });

  it('A2: being at capacity has three shapes on the wire and one class; a plain 400 is not one of them', async () => {
    const sentence = { error: { message: 'Selected model is at capacity. Please try a different model.', type: 'invalid_request_error' } };
    const shapes: ScriptReply[] = [
      { refuse: 'stream-overload' },
      { status: 503, body: { error: { message: 'Overloaded', type: 'service_unavailable_error', code: 'server_is_overloaded' } } },
      { status: 400, body: sentence },
      { refuse: 'client_error' },
    ];
    const faults: FaultSpec[] = [{ script: { models: ['big'], per: 'arrival', replies: shapes, ['then' as const]: 'ok' } }];
    const one = scenario({ provider: { faults }, workload: { arrivals: at(0, 500, 1000, 1500) }, strategies: [strategy('s')] });
    const { fold } = await liveOf(one);
    expect(fold.requests.failures).toMatchObject({ capacity: 3, client_error: 1 });
    const retried = firstSend([{ refuse: 'client_error' }], { retry: fixedRetry(10, 6) });
    expect((await liveOf(retried)).fold.provider.arrived).toBe(1);
  });
});

describe('wait hints', () => {
  const patient = fixedRetry(0, 3, { hint: { use: 'floor', jitter: 0, max: 600_000, over: 'give-up' } });

  it.each(['openai', 'anthropic'])('A4: a wait of 3 s is kept twice (%s)', async (dialect) => {
    const reply: ScriptReply = { refuse: 'rate_limited', retryAfter: 3000 };
    const ran = await liveOf(firstSend([reply, reply], { retry: patient }, { dialect }));
    expect(sends(ran)).toEqual(['0 big rate_limited', '0 big rate_limited', '0 big ok']);
    for (const gap of gaps(ran)) expect(gap).toBeGreaterThanOrEqual(3000);
    expect(ran.requests[0]?.latencyMs).toBeGreaterThanOrEqual(6000);
    expect(ran.fold.provider.arrived).toBe(3);
  });

  it('A4: a fraction of a second in the body, as Gemini asks for it', async () => {
    const one = firstSend([{ refuse: 'rate_limited', retryAfter: 45_800 }], { retry: patient }, { dialect: 'gemini' });
    const ran = await liveOf(one, { timeScale: 100 });
    expect(sends(ran)).toEqual(['0 big rate_limited', '0 big ok']);
    expect(gaps(ran)[0]).toBeGreaterThanOrEqual(45_800);
  });

  it('A6: a wait of weeks is given up at once: one hit, and the run ends', async () => {
    const huge: ScriptReply = { status: 429, headers: { 'retry-after': '2200000' } };
    const ran = await liveOf(firstSend([huge, huge, huge], { retry: fixedRetry(0, 5) }), { timeScale: 1 });
    expect(ran.fold.provider.arrived).toBe(1);
    expect(ran.requests[0]).toMatchObject({ outcome: 'rate_limited', gaveUpBy: 'hint', attempts: 1 });
  });

  it('A6: a wait longer than any timer holds is no storm: one hit until the end of a run of 5 s', async () => {
    const huge: ScriptReply = { status: 429, headers: { 'retry-after': '2200000' } };
    const borne = fixedRetry(0, 5, { hint: { use: 'floor', jitter: 0, max: 3e9, over: 'give-up' } });
    const one = firstSend([huge, huge, huge], { retry: borne });
    const ran = await liveOf({ ...one, time: { ...one.time, length: 5000, drain: 0 } }, { timeScale: 10 });
    expect(ran.fold.provider.arrived).toBe(1);
    expect(ran.fold.requests.inFlightAtEnd).toBe(1);
  });

  const limits = (requests: string, tokens: string) => ({
    'x-ratelimit-remaining-requests': '0',
    'x-ratelimit-reset-requests': requests,
    'x-ratelimit-remaining-tokens': '0',
    'x-ratelimit-reset-tokens': tokens,
  });
  const body = { error: { message: 'Rate limit reached', type: 'requests', code: 'rate_limit_exceeded' } };

  it.each<[string, ScriptReply, number]>([
    ['both limits are used up: the longer one', { status: 429, headers: limits('20ms', '6m0s'), body }, 360_000],
    ['the text asks for it', { status: 429, body: { error: { ...body.error, message: 'Please try again in 1m47.5s.' } } }, 107_500],
    ['a field of the body', { status: 429, body: { error: { ...body.error, resets_in_seconds: 90 } } }, 90_000],
  ])('A11: a wait in another place is kept: %s', async (_name, reply, wait) => {
    const ran = await liveOf(firstSend([reply], { retry: patient }), { timeScale: 500 });
    expect(sends(ran)).toEqual(['0 big rate_limited', '0 big ok']);
    expect(gaps(ran)[0]).toBeGreaterThanOrEqual(wait);
  });

  it('A11: at 1 request a minute the second comes when the first is back', async () => {
    const one = scenario({
      provider: { models: { big: model({ service: 0, quota: quota({ rpm: 1 }) }) } },
      workload: { arrivals: at(0, 10_000) },
      strategies: [strategy('s', { retry: patient })],
    });
    const ran = await liveOf(one, { timeScale: 100 });
    // A third send may come: the server's clock may be a moment behind the one that measures the wait.
    expect(ran.requests.map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
    expect(ran.attempts.at(-1)?.sentMs).toBeGreaterThanOrEqual(60_000 - 100);
    expect(ran.fold.provider.quotaRefused).toBeLessThanOrEqual(2);
  });

  it.each([
    [{ status: 503, headers: { 'x-should-retry': 'false' } }, 1],
    [{ status: 400, headers: { 'x-should-retry': 'true' } }, 3],
    [{ status: 503 }, 3],
    [{ status: 400 }, 1],
  ] as const)('A12: %j is sent %d times', async (reply, hits) => {
    const ran = await liveOf(firstSend([reply, reply, reply], { retry: fixedRetry(10, 3) }));
    expect(ran.fold.provider.arrived).toBe(hits);
  });
});

describe('streams that break', () => {
  const answers = paced(100, 10);
  const two = (reply: ScriptReply, afterFirstToken: 'fail' | 'restart', timeout: StrategySpec['timeout'] = {}) =>
    scenario({
      provider: { pools: { big: pool(9) }, models: { a: answers, b: answers }, faults: [script(['a'], [reply])] },
      workload: { model: 'a', sizes: { input: 10, output: 60 } },
      strategies: [strategy('s', { retry: retry(), route: route(['a', 'b'], { afterFirstToken }), timeout })],
    });

  it.each<[string, ScriptReply, 'fail' | 'restart', StrategySpec['timeout'], string[], number]>([
    ['cut before a token', { cut: 0 }, 'fail', {}, ['0 a truncated', '0 b ok'], 0],
    ['silence, then the end, before a token', { stall: 500 }, 'fail', {}, ['0 a truncated', '0 b ok'], 0],
    ['silence before a token', { stall: 60_000 }, 'fail', { idle: 2000 }, ['0 a timeout', '0 b ok'], 0],
    ['unreadable before a token', { malformed: 0 }, 'fail', {}, ['0 a malformed', '0 b ok'], 0],
    ['reset before a token', { reset: 0 }, 'fail', {}, ['0 a connection', '0 b ok'], 0],
    // The declared policy: what the caller has begun to read is not begun anew, unless the strategy says so.
    ['cut after 40 tokens', { cut: 40 }, 'fail', {}, ['0 a truncated'], 40],
    ['cut after 40 tokens, begun anew', { cut: 40 }, 'restart', {}, ['0 a truncated', '0 b ok'], 40],
    ['silence after 40 tokens', { stall: 60_000, after: 40 }, 'fail', { idle: 2000 }, ['0 a timeout'], 40],
    ['unreadable after 40 tokens, begun anew', { malformed: 40 }, 'restart', {}, ['0 a malformed', '0 b ok'], 40],
  ])('B1: %s', async (_name, reply, policy, timeout, seen, tokens) => {
    // A client that finds a head and the loss of its connection in one look takes it for an end: 50 ms lie between them.
    const ran = await liveOf(two(reply, policy, timeout), { timeScale: 2 });
    expect(sends(ran)).toEqual(seen);
    expect(ran.attempts[0]?.tokens).toBe(tokens);
    // Of a fallback that began anew, its own answer alone was delivered.
    expect(ran.fold.tokens.delivered).toBe(ran.requests[0]?.outcome === 'ok' ? 60 : 0);
  });

  it.each<[string, ScriptReply]>([
    ['a body that ends in good order', { cut: 40 }],
    ['a connection that closes in good order', { stall: 1, after: 40 }],
  ])('B2: %s without an end marker is truncated, never a success', async (_name, reply) => {
    const one = scenario({
      provider: { pools: { big: pool(99) }, models: { big: answers }, faults: [script(['big'], [reply])] },
      workload: { arrivals: at(...Array.from({ length: 10 }, (_, i) => 100 * i)), sizes: { input: 10, output: 60 } },
      strategies: [strategy('s')],
    });
    const ran = await liveOf(one);
    expect(ran.attempts.map(({ tokens }) => tokens)).toEqual(new Array(10).fill(40));
    expect(ran.fold.requests).toMatchObject({ ok: 0, failed: 10, failures: { truncated: 10 } });
    expect([ran.fold.samples.latencyOk, ran.fold.samples.serviceMs]).toEqual([null, null]);
    expect(ran.fold.tokens).toEqual({ delivered: 0, wasted: 400 });
  });

  it('B2: an answer without a token is a failure', async () => {
    const ran = await liveOf(firstSend([{ empty: true }]));
    expect(ran.fold.requests).toMatchObject({ ok: 0, failures: { malformed: 1 } });
  });
});

describe('what was given up', () => {
  it('C8: what the client has given up is not in flight any more: no more than the limit', async () => {
    const one = scenario({
      provider: { pools: { big: pool(99) }, models: { big: model({ service: 5000 }) } },
      workload: { arrivals: at(...new Array<number>(30).fill(0)) },
      strategies: [strategy('s', { limit: limit(3), timeout: { attempt: 1000 } })],
    });
    const ran = await liveOf(one, { timeScale: 5 });
    expect(ran.fold.requests.failures.timeout).toBe(30);
    expect(ran.fold.inFlight.max).toBe(3);
    expect(ran.fold.provider).toMatchObject({ inFlightMax: 3, cancelled: 30, inServiceAtEnd: 0 });
  });
});
