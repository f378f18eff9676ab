import { describe, expect, it } from 'vitest';
import { createClient } from '../../../harness/client/create-client.ts';
import { realTime } from '../../../harness/serve/real-time.ts';
import type { HintSpec } from '../../../harness/strategy/spec.ts';
import { openaiDefaults } from '../../../sim/dialects/openai/options.ts';
import { readError } from '../../../sim/dialects/read-error.ts';
import type { WireFacts } from '../../../sim/kernel/transport.ts';
import { VirtualClock } from '../../../sim/kernel/virtual-clock.ts';
import { WallClock } from '../../../sim/kernel/wall-clock.ts';
import type { ScriptReply } from '../../../sim/provider/spec.ts';
import { at, ends, fixedRetry, model, pool, quota, route, runOf, scenario, script, story, strategy } from '../../support/scenario.ts';
import { answered, limited, scriptedSend } from '../../support/scripted-send.ts';
import { strategySummaryOf } from '../../support/summary-of.ts';

/** Faults that people reported in public about SDKs, routers, limiters and load tools, as small inputs with the right result. */

const request = { entity: 0, inputTokens: 10, outputTokens: 4, maxTokens: 4, stream: true };
const hint = (changes: Partial<HintSpec> = {}): HintSpec => ({ use: 'floor', jitter: 0, max: 60_000, over: 'give-up', ...changes });

/** When the attempts of one request go out, seconds, and how it ends; asked in virtual time with these facts for answers. */
async function asked(replies: readonly WireFacts[], retryRule: object) {
  const clock = new VirtualClock();
  const { send, hits } = scriptedSend(replies);
  const sent: number[] = [];
  const client = createClient(
    { retry: retryRule },
    (attempt, listener) => {
      sent.push(clock.now() / 1e6);
      return send(attempt, listener);
    },
    clock,
  );
  const promise = client.request(request);
  while (clock.step());
  return { sent, hits: hits(), ...(await promise) };
}

/** As Gemini says a wait. */
const retryInfo = (retryDelay: string) => ({
  error: {
    code: 429,
    message: 'Resource has been exhausted (e.g. check quota).',
    status: 'RESOURCE_EXHAUSTED',
    details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay }],
  },
});

describe('wait hints', () => {
  const twice = (reply: ScriptReply, { jitter = 0, dialect = 'openai', seed = 1 } = {}) =>
    runOf(
      scenario({
        seed,
        provider: { dialect, models: { big: model({ service: 0 }) }, faults: [script(['big'], [reply, reply])] },
        strategies: [strategy('s', { retry: fixedRetry(100, 3, { hint: hint({ jitter }) }) })],
      }),
    );

  it.each<[string, string, ScriptReply]>([
    ['openai', 'a refusal of its own', { refuse: 'rate_limited', retryAfter: 3000 }],
    ['anthropic', 'a refusal of its own', { refuse: 'rate_limited', retryAfter: 3000 }],
    ['openai', 'a header', { status: 429, headers: { 'retry-after': '3' } }],
    ['anthropic', 'a header', { status: 429, headers: { 'Retry-After': '3' } }],
    ['gemini', 'a refusal of its own', { refuse: 'rate_limited', retryAfter: 3000 }],
    ['gemini', 'RetryInfo in a body', { status: 429, body: retryInfo('3s') }],
    ['openai', 'a finer header', { status: 429, headers: { 'retry-after': '9', 'retry-after-ms': '3000' } }],
  ])('A4: a wait of 3 s is kept twice (%s, %s)', (dialect, _, reply) => {
    const ran = twice(reply, { dialect });
    expect(ran.attempts.map((attempt) => attempt.sentMs / 1000)).toEqual([0, 3, 6]);
    expect(ends(ran)).toEqual(['0 ok/none 6']);
    expect(ran.fold.provider.arrived).toBe(3);
  });

  it('A4: a wait of 45.8 s in a body is kept to the millisecond (gemini)', () => {
    for (const reply of [
      { refuse: 'rate_limited', retryAfter: 45_800 },
      { status: 429, body: retryInfo('45.8s') },
    ] as const) {
      expect(twice(reply, { dialect: 'gemini' }).attempts.map((attempt) => attempt.sentMs / 1000)).toEqual([0, 45.8, 91.6]);
    }
  });

  it('A4: with jitter it is longer by no more than that, and never shorter', () => {
    const gaps = Array.from({ length: 20 }, (_, i) => {
      const { attempts } = twice({ refuse: 'rate_limited', retryAfter: 3000 }, { jitter: 0.2, seed: i + 1 });
      const [first = 0, second = 0, third = 0] = attempts.map((attempt) => attempt.sentMs);
      return [second - first, third - second];
    }).flat();
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(3000);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(3600);
    expect(new Set(gaps).size).toBe(40);
  });

  it('A4: a fraction of a second in the body, as Gemini asks for it', async () => {
    // What its decoder hands over of RetryInfo "45.8s" inside a 429 RESOURCE_EXHAUSTED.
    const gemini = limited(45_800, { errorType: 'RESOURCE_EXHAUSTED', errorCode: 'GenerateRequestsPerMinutePerProjectPerModel' });
    const { sent, outcome, backoffMs } = await asked([gemini, answered], { fixed: '1s', attempts: 2, hint: { jitter: 0 } });
    expect([sent, outcome, backoffMs]).toEqual([[0, 45.8], 'ok', 45_800]);
  });

  it('A4: a fraction of a second in the header', () => {
    expect(readError(429, { 'retry-after': '45.8' }, {}).retryAfterMs).toBe(45_800);
    const { attempts } = twice({ status: 429, headers: { 'retry-after': '45.8' } });
    expect(attempts.map((attempt) => attempt.sentMs)).toEqual([0, 45_800, 91_600]);
  });

  it.each<[string, number | undefined, HintSpec, number, number, string]>([
    // hint, ms · rule · attempts · latency, s · why no more
    ['25 days', 2_200_000_000, hint(), 1, 0, 'hint'],
    ['a millisecond more than is borne', 60_001, hint(), 1, 0, 'hint'],
    ['exactly what is borne', 60_000, hint(), 2, 61, 'none'],
    ['nothing, where the hint alone counts', 0, hint({ use: 'exact' }), 2, 1, 'none'],
    ['no hint, where it alone counts: the backoff', undefined, hint({ use: 'exact' }), 2, 6, 'none'],
    ['nothing, as the least: the backoff', 0, hint(), 2, 6, 'none'],
    ['25 days, cut off as some clients do', 2_200_000_000, hint({ over: 'clamp' }), 2, 61, 'none'],
    ['25 days, passed over', 2_200_000_000, hint({ over: 'use-backoff' }), 2, 6, 'none'],
  ])('A6: %s, with a backoff of 5 s', (_, retryAfter, rule, hits, seconds, gaveUp) => {
    const ran = runOf(
      scenario({
        provider: { faults: [script(['big'], [{ refuse: 'rate_limited', retryAfter }])] },
        strategies: [strategy('s', { retry: fixedRetry(5000, 5, { hint: rule }) })],
      }),
    );
    expect(ran.fold.provider.arrived).toBe(hits);
    expect(ends(ran)).toEqual([`0 ${gaveUp === 'none' ? 'ok' : 'rate_limited'}/${gaveUp} ${seconds}`]);
  });

  const limits = (requests: string, tokens: string) => ({
    'x-ratelimit-remaining-requests': '0',
    'x-ratelimit-reset-requests': requests,
    'x-ratelimit-remaining-tokens': '0',
    'x-ratelimit-reset-tokens': tokens,
  });
  const body = (message: string, more: object = {}) => ({ error: { message, type: 'requests', code: 'rate_limit_exceeded', ...more } });

  it.each<[string, ScriptReply, number]>([
    ['both limits are used up: the longer one', { status: 429, headers: limits('20ms', '6m0s'), body: body('Rate limit reached') }, 360],
    ['the shorter one is the same', { status: 429, headers: limits('20ms', '20ms'), body: body('Rate limit reached') }, 0.02],
    ['the text asks for it', { status: 429, headers: limits('6m0s', '6m0s'), body: body('Please try again in 1m47.5s.') }, 107.5],
    ['a field of the body', { status: 429, body: body('The usage limit has been reached', { resets_in_seconds: 90 }) }, 90],
    ['headers of their own come first', { status: 429, headers: { 'retry-after': '3' }, body: body('Try again in 1m47.5s.') }, 3],
  ])('A11: a wait in another place is kept: %s', (_, reply, seconds) => {
    const rule = fixedRetry(0, 2, { hint: hint({ max: 600_000 }) });
    const ran = runOf(scenario({ provider: { faults: [script(['big'], [reply])] }, strategies: [strategy('s', { retry: rule })] }));
    expect(ran.attempts.map((attempt) => attempt.sentMs / 1000)).toEqual([0, seconds]);
  });

  it.each(['both', 'seconds', 'text'])(
    'A11: at 1 request a minute the second comes when the first is back, waits said as %s',
    (retryAfter) => {
      const ran = runOf(
        scenario({
          provider: {
            dialect: { openai: { ...openaiDefaults, retryAfter } },
            models: { big: model({ service: 0, quota: quota({ rpm: 1 }) }) },
          },
          workload: { arrivals: at(0, 10_000) },
          strategies: [strategy('s', { retry: fixedRetry(0, 2, { hint: hint() }) })],
        }),
      );
      expect(ran.attempts.map((attempt) => attempt.sentMs / 1000)).toEqual([0, 10, 60]);
      expect(ends(ran)).toEqual(['0 ok/none 0', '1 ok/none 50']);
    },
  );

  it('A6: a wait that is not borne sends to the next target at once', () => {
    const patient = { refuse: 'rate_limited', retryAfter: 2_200_000_000 } as const;
    const ran = runOf(
      scenario({
        provider: { pools: { big: pool(9) }, models: { a: model(), b: model() }, faults: [script(['a'], [patient])] },
        workload: { model: 'a' },
        strategies: [strategy('s', { route: route(['a', 'b']), retry: fixedRetry(5000, 5) })],
      }),
    );
    expect(story(ran)).toEqual(['0 a@0→0 rate_limited', '0 b@0→1 ok']);
  });

  it('A6: virtual and real time agree, and what is given up ends at once', async () => {
    const rule = { fixed: '0ms', attempts: 5 };
    const virtual = await asked([limited(2_200_000_000)], rule);
    const { send, hits } = scriptedSend([limited(2_200_000_000)]);
    const real = await createClient({ retry: rule }, send, new WallClock(realTime)).request(request);
    expect([virtual.hits, virtual.gaveUpBy, hits(), real.gaveUpBy]).toEqual([1, 'hint', 1, 'hint']);
  });

  it('A6: a wait of 25 days that is borne arms no timer longer than 2³¹ − 1 ms, and does not become a storm', async () => {
    const waits: number[] = [];
    let now = 0;
    let fire = (): void => {};
    const clock = new WallClock({
      nowMs: () => now,
      wait(ms, run) {
        waits.push(ms);
        fire = run;
        return () => {};
      },
    });
    const { send, hits } = scriptedSend([limited(2_200_000_000), answered]);
    const promise = createClient({ retry: { fixed: '0ms', attempts: 2, hint: { max: '8784h', jitter: 0 } } }, send, clock).request(request);
    expect([hits(), waits]).toEqual([1, [2_147_483_647]]);
    // Let through what is armed, one after the other, each in its time.
    for (let armed = 0; armed < waits.length; armed++) {
      now += waits[armed] as number;
      fire();
    }
    expect(await promise).toMatchObject({ outcome: 'ok', attempts: 2 });
    expect([hits(), waits, now]).toEqual([2, [2_147_483_647, 52_516_353], 2_200_000_000]);
  });

  it('A10: 30 clients asked to wait 10 s come back together, unless the hint is spread', async () => {
    const parts = (jitter: number) =>
      scenario({
        seed: 5,
        provider: { pools: { big: pool(5) }, faults: [script(['big'], [{ refuse: 'rate_limited', retryAfter: 10_000 }])] },
        workload: { clients: 30, arrivals: at(...new Array<number>(30).fill(0)) },
        strategies: [strategy('s', { retry: fixedRetry(0, 2, { hint: hint({ jitter }) }) })],
      });
    const retries = (jitter: number) =>
      runOf(parts(jitter))
        .attempts.filter(({ number }) => number === 2)
        .map(({ sentMs }) => sentMs);
    expect(retries(0)).toEqual(new Array(30).fill(10_000));
    const spread = retries(0.2);
    expect(spread).toHaveLength(30);
    expect(Math.min(...spread)).toBeGreaterThanOrEqual(10_000);
    expect(Math.max(...spread)).toBeLessThanOrEqual(12_000);
    const together = await strategySummaryOf(parts(0));
    const apart = await strategySummaryOf(parts(0.2));
    expect(together).toMatchObject({ peakRetriesPer100ms: 30, requests: { ok: 5, failed: 25 } });
    expect(apart.peakRetriesPer100ms).toBeLessThanOrEqual(8);
    expect(apart.requests.ok).toBeGreaterThan(5);
  });
});
