import { describe, expect, it } from 'vitest';
import { createClient } from '../../../harness/client/create-client.ts';
import type { StrategySpec } from '../../../harness/strategy/spec.ts';
import { VirtualClock } from '../../../sim/kernel/virtual-clock.ts';
import type { FaultSpec, ProviderSpec, ScriptReply } from '../../../sim/provider/spec.ts';
import {
  at,
  ends,
  fixedRetry,
  model,
  provider,
  quota,
  retry,
  route,
  runOf,
  scenario,
  script,
  story,
  strategy,
} from '../../support/scenario.ts';
import { limited as refusal, scriptedSend } from '../../support/scripted-send.ts';
import { strategySummaryOf } from '../../support/summary-of.ts';

/** Faults that people reported in public about SDKs, routers, limiters and load tools, as small inputs with the right result. */

function parts(replies: readonly ScriptReply[], last: ScriptReply, changes: Partial<StrategySpec>, spec: Partial<ProviderSpec> = {}) {
  return scenario({ provider: { faults: [script(['big'], replies, last)], ...spec }, strategies: [strategy('s', changes)] });
}

const one = (...args: Parameters<typeof parts>) => runOf(parts(...args));
const full = { refuse: 'capacity' } as const;
const limited = { refuse: 'rate_limited' } as const;
const request = { entity: 0, inputTokens: 10, outputTokens: 4, maxTokens: 4, stream: true };

describe('retry', () => {
  it.each(['openai', 'anthropic', 'gemini'])('A1: an overload inside a 200 is a failure, and is retried (%s)', (dialect) => {
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

  const error = (type: string, code: string | null, message: string) =>
    ({ status: 429, body: { error: { message, type, code } } }) as const;
  const perDay = 'Rate limit reached for big on requests per day (RPD): Limit 200, Used 200, Requested 1.';
  it.each<[string, ScriptReply, number, string]>([
    ['insufficient_quota', error('insufficient_quota', 'insufficient_quota', 'You exceeded your current quota.'), 1, 'quota/hard'],
    ['usage_limit_reached', error('usage_limit_reached', null, 'The usage limit has been reached'), 1, 'quota/hard'],
    ['per day', error('requests', 'rate_limit_exceeded', perDay), 1, 'quota/hard'],
    ['the provider’s own', { refuse: 'quota' }, 1, 'quota/hard'],
    ['the provider’s own with a wait', { refuse: 'quota', retryAfter: 10 }, 1, 'quota/hard'],
    ['rate_limit_exceeded (the control)', error('requests', 'rate_limit_exceeded', 'Slow down.'), 6, 'rate_limited/attempts'],
    ['a bare 429 (the control)', { status: 429 }, 6, 'rate_limited/attempts'],
  ])('A3: a 429 for %s', (_, reply, hits, end) => {
    const ran = one([], reply, { retry: fixedRetry(100, 6) });
    expect(ran.fold.provider.arrived).toBe(hits);
    // Given up at once, or after five waits of 100 ms.
    expect(ends(ran)).toEqual([`0 ${end} ${((hits - 1) * 100) / 1000}`]);
  });

  it('A3: requests of the day that are used up, as the provider counts them', () => {
    const models = { big: model({ quota: quota({ rpd: 2 }) }) };
    const workload = { arrivals: at(0, 2000, 4000) };
    const ran = runOf(scenario({ provider: { models }, workload, strategies: [strategy('s', { retry: fixedRetry(100, 6) })] }));
    expect(ends(ran)).toEqual(['0 ok/none 1', '1 ok/none 1', '2 quota/hard 0']);
    expect(ran.fold.provider).toMatchObject({ arrived: 3, quotaRefused: 1 });
  });

  it('A3: another provider may still be asked', () => {
    const spent = provider({ faults: [{ errors: { share: 1, as: 'quota' } }] });
    const strategies = [strategy('s', { route: route(['spent/big', 'other/big']), retry: fixedRetry(100, 6) })];
    const ran = runOf(scenario({ providers: { spent, other: provider() }, workload: { model: 'spent/big' }, strategies }));
    expect(story(ran)).toEqual(['0 spent/big@0→0 quota', '0 other/big@0→1 ok']);
    expect(['spent', 'other'].map((name) => ran.run.providers.get(name)?.counts.arrived)).toEqual([1, 1]);
  });

  it('A7: layers multiply: 12 hits, one failure, amplification 12', async () => {
    const inner = strategy('sdk', { route: route([]), retry: fixedRetry(100, 3) });
    const summary = await strategySummaryOf(parts([limited], limited, { retry: fixedRetry(1000, 4), over: inner }));
    expect(summary).toMatchObject({
      requests: { offered: 1, failed: 1, failures: { rate_limited: 1 } },
      attempts: { sent: 12, ok: 0, failures: { rate_limited: 12 } },
      provider: { arrived: 12 },
      amplification: 12,
      errorRate: 1,
    });
  });

  it('A7: two layers in the library: 12 hits', async () => {
    const clock = new VirtualClock();
    const { send, hits } = scriptedSend([refusal()]);
    const inner = { retry: { fixed: '100ms', attempts: 3 } };
    const asked = createClient({ retry: { fixed: '1s', attempts: 4 }, over: inner }, send, clock).request(request);
    while (clock.step());
    expect(await asked).toMatchObject({ outcome: 'rate_limited', gaveUpBy: 'attempts', attempts: 4 });
    expect(hits()).toBe(12);
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
