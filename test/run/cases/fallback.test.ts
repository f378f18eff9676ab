import { describe, expect, it } from 'vitest';
import { explainRequest } from '../../../harness/run/explain.ts';
import type { RouteSpec, StrategySpec } from '../../../harness/strategy/spec.ts';
import type { FaultSpec, ProviderSpec, ScriptReply } from '../../../sim/provider/spec.ts';
import { at, fixedRetry, paced, pool, provider, type Ran, retry, route, runOf, scenario, strategy } from '../../support/scenario.ts';
import { strategySummaryOf } from '../../support/summary-of.ts';

/** Faults that people reported in public about SDKs, routers, limiters and load tools, as small inputs with the right result. */

const limited = { refuse: 'rate_limited' } as const;
const names = ['a', 'b', 'c'] as const;

/** A provider with one model, `m`, whose every attempt meets this; streams of a token a tenth of a second. */
function meets(reply: ScriptReply): ProviderSpec {
  const faults: FaultSpec[] = [{ script: { per: 'request', replies: [reply], ['then' as const]: reply } }];
  return provider({ pools: { big: pool(9) }, models: { m: paced(1000, 100) }, faults });
}

/** Providers a, b, c and a strategy that goes through `chain` of them. */
function parts(replies: Partial<Record<(typeof names)[number], ScriptReply>>, changes: Partial<StrategySpec> = {}) {
  return {
    providers: Object.fromEntries(names.map((name) => [name, meets(replies[name] ?? 'ok')])),
    workload: { model: 'a/m', sizes: { input: 10, output: 60 } },
    strategies: [strategy('s', { route: via(['a', 'b']), ...changes })],
  };
}

const via = (chain: readonly string[], changes: Partial<RouteSpec> = {}) =>
  route(
    chain.map((name) => `${name}/m`),
    changes,
  );

/** What each provider counts, lost on the way included. */
function hits(ran: Ran): readonly number[] {
  return names.map((name) => {
    const counts = ran.run.providers.get(name)?.counts;
    return (counts?.arrived ?? 0) + (counts?.lost ?? 0);
  });
}

describe('fallback', () => {
  it.each<[string, ScriptReply, StrategySpec['timeout'], 'fail' | 'restart', [number, number], string, number]>([
    // what breaks a's stream · policy · hits of a and b · outcome · tokens of a's attempt
    ['no fault (the control)', 'ok', {}, 'fail', [1, 0], 'ok', 60],
    ['cut before a token', { cut: 0 }, {}, 'fail', [1, 1], 'ok', 0],
    ['silence before a token', { stall: 60_000 }, { idle: 2000 }, 'fail', [1, 1], 'ok', 0],
    ['unreadable before a token', { malformed: 0 }, {}, 'fail', [1, 1], 'ok', 0],
    ['reset before a token', { reset: 0 }, {}, 'fail', [1, 1], 'ok', 0],
    ['overload before a token', { refuse: 'stream-overload' }, {}, 'fail', [1, 1], 'ok', 0],
    ['cut after 40 tokens', { cut: 40 }, {}, 'fail', [1, 0], 'truncated', 40],
    ['cut after 40 tokens, begun anew', { cut: 40 }, {}, 'restart', [1, 1], 'ok', 40],
    ['silence after 40 tokens', { stall: 60_000, after: 40 }, { idle: 2000 }, 'fail', [1, 0], 'timeout', 40],
    ['silence after 40 tokens, begun anew', { stall: 60_000, after: 40 }, { idle: 2000 }, 'restart', [1, 1], 'ok', 40],
    ['silence before a token, then the end', { stall: 1500 }, { idle: 5000 }, 'fail', [1, 1], 'ok', 0],
    ['silence after 40 tokens, then the end', { stall: 1500, after: 40 }, { idle: 5000 }, 'fail', [1, 0], 'truncated', 40],
    ['unreadable after 40 tokens', { malformed: 40 }, {}, 'fail', [1, 0], 'malformed', 40],
    ['unreadable after 40 tokens, begun anew', { malformed: 40 }, {}, 'restart', [1, 1], 'ok', 40],
    ['reset after 40 tokens', { reset: 40 }, {}, 'fail', [1, 0], 'connection', 40],
    ['reset after 40 tokens, begun anew', { reset: 40 }, {}, 'restart', [1, 1], 'ok', 40],
  ])('B1: %s', (_name, reply, timeout, afterFirstToken, [onA, onB], outcome, tokens) => {
    const ran = runOf(scenario(parts({ a: reply }, { route: via(['a', 'b'], { afterFirstToken }), timeout })));
    expect([hits(ran), ran.requests[0]?.outcome, ran.attempts[0]?.tokens]).toEqual([[onA, onB, 0], outcome, tokens]);
    // Of a fallback that began anew, its own answer alone was delivered.
    expect(ran.fold.tokens.delivered).toBe(outcome === 'ok' ? 60 : 0);
  });

  it.each([true, false])('B2: a stream that is cut in good order is truncated, never a success (stream: %s)', async (stream) => {
    const { workload, ...rest } = parts({ a: { cut: 40 } }, { route: via(['a']) });
    const arrivals = at(...Array.from({ length: 10 }, (_, i) => i * 10_000));
    const one = scenario({ ...rest, workload: { ...workload, stream, arrivals }, time: { length: 120_000 } });
    const ran = runOf(one);
    expect(ran.attempts.map((attempt) => attempt.tokens)).toEqual(new Array(10).fill(stream ? 40 : 0));
    expect(hits(ran)).toEqual([10, 0, 0]);
    expect(await strategySummaryOf(one)).toMatchObject({
      requests: { ok: 0, failed: 10, failures: { truncated: 10 } },
      latencyMs: { ok: null, failed: { count: 10 } },
      goodputPerSecond: 0,
      serviceMs: null,
      tokens: { delivered: 0, wasted: 400 },
    });
  });

  it('B2: an answer without a token is a failure', () => {
    const ran = runOf(scenario(parts({ a: { empty: true } }, { route: via(['a']) })));
    expect(ran.fold.requests).toMatchObject({ ok: 0, failures: { malformed: 1 } });
    expect(ran.fold.samples).toMatchObject({ latencyOk: null, serviceMs: null });
  });

  it.each<[string, string, Partial<RouteSpec>, number, string, number[], string]>([
    // who fails · attempts a target · attempts as they went out · hits · outcome
    ['', 'b is fine', {}, 1, 'a', [1, 0, 0], 'ok'],
    ['a', 'a alone', {}, 1, 'a b', [1, 1, 0], 'ok'],
    ['ab', 'a and b', {}, 1, 'a b c', [1, 1, 1], 'ok'],
    ['abc', 'all', {}, 1, 'a b c', [1, 1, 1], 'exhausted'],
    ['a', 'a alone', {}, 3, 'a a a b', [3, 1, 0], 'ok'],
    ['abc', 'all', {}, 2, 'a a b b c c', [2, 2, 2], 'exhausted'],
    ['abc', 'all', { order: 'route-first' }, 2, 'a b c a b c', [2, 2, 2], 'exhausted'],
  ])('B4: failing %j (%s), %j, %d attempts a target', (failing, _, order, attempts, list, counts, outcome) => {
    const replies = Object.fromEntries([...failing].map((name) => [name, limited]));
    const ran = runOf(scenario(parts(replies, { route: via(names, order), retry: fixedRetry(1000, attempts) })));
    expect(ran.attempts.map((attempt) => attempt.target.slice(0, 1)).join(' ')).toBe(list);
    expect([hits(ran), ran.requests.map((request) => request.outcome)]).toEqual([counts, [outcome]]);
  });

  it('B4: the order is told, and one failure with its first cause and all that were tried', async () => {
    const one = scenario(parts({ a: { refuse: 'capacity' }, b: limited, c: { refuse: 'server_error' } }, { route: via(names) }));
    const lines = await explainRequest(one, { request: 0, strategy: 's' });
    expect(lines.filter((line) => line.includes(' attempt '))).toEqual(
      names.map((name, i) => expect.stringMatching(new RegExp(` attempt ${i + 1} to ${name}/m$`))),
    );
    expect(lines.at(-1)).toMatch(/exhausted \(capacity; tried a\/m, b\/m, c\/m\) after 0\.000 s and 3 attempts/);
    expect((await strategySummaryOf(one)).attempts.byTarget).toEqual({ 'a/m': 1, 'b/m': 1, 'c/m': 1 });
  });

  const status = (code: number, body?: object): ScriptReply => ({ status: code, ...(body && { body: { error: body } }) });
  it.each<[string, ScriptReply, number]>([
    ['400', status(400, { message: 'Invalid value' }), 0],
    ['401', { refuse: 'auth' }, 0],
    ['401 without a body', status(401), 0],
    ['403', status(403), 0],
    ['404', { refuse: 'not_found' }, 0],
    ['413', status(413), 0],
    ['422', status(422), 0],
    ['context', status(400, { message: 'too long', code: 'context_length_exceeded' }), 0],
    ['408', status(408), 1],
    ['429', limited, 1],
    ['429 quota', { refuse: 'quota' }, 1],
    ['500', { refuse: 'server_error' }, 1],
    ['502', status(502), 1],
    ['503', status(503), 1],
    ['504', status(504), 1],
    ['529', status(529), 1],
    ['connection reset', { refuse: 'reset' }, 1],
    ['no connection', { refuse: 'connection' }, 1],
    ['timeout', { refuse: 'hang' }, 1],
  ])('B5: %s', (_name, reply, onB) => {
    const ran = runOf(scenario(parts({ a: reply }, { timeout: { headers: 5000 } })));
    expect(hits(ran)).toEqual([1, onB, 0]);
    expect(ran.fold.attempts.byTarget).toEqual({ 'a/m': 1, 'b/m': onB });
    expect(ran.requests[0]?.outcome === 'ok').toBe(onB === 1);
  });

  it.each<[string, ScriptReply, RouteSpec['on']]>([
    ['401', { refuse: 'auth' }, ['auth']],
    ['403', status(403), ['auth']],
    ['404', { refuse: 'not_found' }, ['client_error']],
  ])('B5: %s where the route declares it', (_name, reply, on) => {
    expect(hits(runOf(scenario(parts({ a: reply }, { route: via(['a', 'b'], { on }) }))))).toEqual([1, 1, 0]);
    // And no longer what it does not name.
    expect(hits(runOf(scenario(parts({ a: limited }, { route: via(['a', 'b'], { on }) }))))).toEqual([1, 0, 0]);
  });

  it('B5: a quota that is used up is not asked again, whatever is retried', () => {
    const ran = runOf(scenario(parts({ a: { refuse: 'quota' } }, { retry: retry({ backoff: { fixed: 10 }, attempts: 6 }) })));
    expect(hits(ran)).toEqual([1, 1, 0]);
  });
});
