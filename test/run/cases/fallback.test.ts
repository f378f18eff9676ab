import { describe, expect, it } from 'vitest';
import type { StrategySpec } from '../../../harness/strategy/spec.ts';
import type { ProviderSpec, ScriptReply } from '../../../sim/provider/spec.ts';
import { at, fixedRetry, paced, pool, provider, route, runOf, scenario, script, strategy } from '../../support/scenario.ts';

/** Faults that people reported in public about SDKs, routers, limiters and load tools, as small inputs with the right result. */

function one(replies: readonly ScriptReply[], last: ScriptReply, changes: Partial<StrategySpec>, spec: Partial<ProviderSpec> = {}) {
  return runOf(scenario({ provider: { faults: [script(['big'], replies, last)], ...spec }, strategies: [strategy('s', changes)] }));
}

const limited = { refuse: 'rate_limited' } as const;

const pair = (replies: readonly ScriptReply[], last: ScriptReply = 'ok', spec: Partial<ProviderSpec> = {}) =>
  provider({
    pools: { big: pool(9) },
    models: { a: paced(1000, 100), b: paced(1000, 100), c: paced(1000, 100) },
    faults: [script(['a'], replies, last)],
    ...spec,
  });

describe('fallback', () => {
  const sixty = { sizes: { input: 10, output: 60 } };
  it.each<[string, ScriptReply, StrategySpec['timeout'], 'fail' | 'restart', [number, number], string]>([
    // what breaks a's stream · policy · sends to a and b · outcome
    ['cut before a token', { cut: 0 }, {}, 'fail', [1, 1], 'ok'],
    ['stall before a token, seen as silence', { stall: 60_000 }, { idle: 2000 }, 'fail', [1, 1], 'ok'],
    ['unreadable before a token', { malformed: 0 }, {}, 'fail', [1, 1], 'ok'],
    ['reset before a token', { reset: 0 }, {}, 'fail', [1, 1], 'ok'],
    ['overload before a token', { refuse: 'stream-overload' }, {}, 'fail', [1, 1], 'ok'],
    ['cut after 40 tokens', { cut: 40 }, {}, 'fail', [1, 0], 'truncated'],
    ['cut after 40 tokens, begun anew', { cut: 40 }, {}, 'restart', [1, 1], 'ok'],
    ['stall after 40 tokens', { stall: 60_000, after: 40 }, { idle: 2000 }, 'fail', [1, 0], 'timeout'],
    ['stall after 40 tokens, begun anew', { stall: 60_000, after: 40 }, { idle: 2000 }, 'restart', [1, 1], 'ok'],
    ['unreadable after 40 tokens', { malformed: 40 }, {}, 'fail', [1, 0], 'malformed'],
    ['unreadable after 40 tokens, begun anew', { malformed: 40 }, {}, 'restart', [1, 1], 'ok'],
    ['reset after 40 tokens', { reset: 40 }, {}, 'fail', [1, 0], 'connection'],
  ])('B1: %s', (_name, reply, timeout, afterFirstToken, sends, outcome) => {
    const ran = runOf(
      scenario({
        provider: pair([reply]),
        workload: sixty,
        strategies: [strategy('s', { route: route(['a', 'b'], { afterFirstToken }), timeout })],
      }),
    );
    const { a, b } = ran.fold.attempts.byTarget;
    expect([[a, b], ran.requests[0]?.outcome]).toEqual([sends, outcome]);
    // Of a fallback that began anew, its own answer alone was delivered.
    expect(ran.fold.tokens.delivered).toBe(outcome === 'ok' ? 60 : 0);
  });

  it.each([true, false])('B2: a stream that is cut in good order is truncated, never a success (stream: %s)', (stream) => {
    const ran = runOf(
      scenario({
        provider: pair([], { cut: 40 }),
        workload: { ...sixty, stream, arrivals: at(...Array.from({ length: 10 }, (_, i) => i * 10_000)) },
        time: { length: 120_000 },
        strategies: [strategy('s', { route: route(['a']) })],
      }),
    );
    expect(ran.fold.requests).toMatchObject({ ok: 0, failed: 10, failures: { truncated: 10 } });
    expect(ran.fold.samples.latencyOk).toBeNull();
    expect(ran.attempts.map((attempt) => attempt.tokens)).toEqual(new Array(10).fill(stream ? 40 : 0));
    expect(ran.fold.tokens).toEqual({ delivered: 0, wasted: 400 });
  });

  it('B2: an answer without a token is a failure', () => {
    const ran = one([{ empty: true }], 'ok', {});
    expect(ran.fold.requests).toMatchObject({ ok: 0, failures: { malformed: 1 } });
  });

  it.each([
    [['a', 'b', 'c'], [], 1, 'a b', 'ok'],
    [['a', 'b', 'c'], ['b'], 1, 'a b c', 'ok'],
    [['a', 'b', 'c'], ['b', 'c'], 1, 'a b c', 'exhausted'],
    [['a', 'b', 'c'], ['b', 'c'], 2, 'a a b b c c', 'exhausted'],
  ])('B4: chain %j, %j failing besides a, %d sends a target', (chain, failing, attempts, list, outcome) => {
    const faults = ['a', ...failing].map((name) => script([name], [], limited));
    const ran = runOf(
      scenario({
        provider: pair([], 'ok', { faults }),
        strategies: [strategy('s', { route: route(chain), retry: fixedRetry(1000, attempts) })],
      }),
    );
    expect(ran.attempts.map((attempt) => attempt.target).join(' ')).toBe(list);
    expect(ran.requests[0]?.outcome).toBe(outcome);
  });

  it.each<[string, ScriptReply, number]>([
    ['400', { status: 400, body: { error: { message: 'Invalid value' } } }, 0],
    ['401', { refuse: 'auth' }, 0],
    ['403', { status: 403 }, 0],
    ['404', { refuse: 'not_found' }, 0],
    ['413', { status: 413 }, 0],
    ['422', { status: 422 }, 0],
    ['context', { status: 400, body: { error: { message: 'too long', code: 'context_length_exceeded' } } }, 0],
    ['408', { status: 408 }, 1],
    ['429', limited, 1],
    ['429 quota', { refuse: 'quota' }, 1],
    ['500', { refuse: 'server_error' }, 1],
    ['502', { status: 502 }, 1],
    ['503', { status: 503 }, 1],
    ['504', { status: 504 }, 1],
    ['529', { status: 529 }, 1],
    ['reset', { refuse: 'reset' }, 1],
    ['no connection', { refuse: 'connection' }, 1],
    ['silence', { refuse: 'hang' }, 1],
  ])('B5: %s', (_name, reply, onB) => {
    const strategies = [strategy('s', { route: route(['a', 'b']), timeout: { headers: 5000 } })];
    const ran = runOf(scenario({ provider: pair([], reply), strategies }));
    expect(ran.fold.attempts.byTarget).toEqual({ a: 1, b: onB });
    expect(ran.requests[0]?.outcome === 'ok').toBe(onB === 1);
  });
});
