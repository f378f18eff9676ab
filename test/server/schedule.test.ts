import type { FastifyInstance } from 'fastify';
import { describe, expect, test } from 'vitest';
import { FakeTime, settled } from './fake-time.ts';
import { built, chat, events, oneModel, type SeenState } from './served.ts';

/** First token at 100 ms, then one every 50 ms, four of them: 100, 150, 200, 250, the end at 300 ms. */
const paced = { slots: 1, firstToken: '100ms', tokensPerSecond: 20 };

/** A server in a time of its own, and what a call has received until now. */
async function timed(scenario: object, options: object = {}) {
  const time = new FakeTime();
  const server = await built(scenario, { realTime: time, ...options });
  return { time, server, call: (body: object) => begin(server, body) };
}

interface Call {
  status?: number;
  headers?: Record<string, unknown>;
  text: string;
  ended: boolean;
}

async function begin(server: FastifyInstance, body: object): Promise<Call> {
  const call: Call = { text: '', ended: false };
  const headers = { 'content-type': 'application/json' };
  server.inject({ method: 'POST', url: '/v1/chat/completions', headers, payload: body, payloadAsStream: true }).then((response) => {
    call.status = response.statusCode;
    call.headers = response.headers;
    response
      .stream()
      .on('data', (chunk) => {
        call.text += chunk;
      })
      .on('end', () => {
        call.ended = true;
      });
  });
  for (let i = 0; i < 5; i++) await settled();
  return call;
}

const tokens = ({ text }: Call) =>
  events(text).filter((event) => ((event as { choices?: { delta: { content?: string } }[] }).choices?.[0]?.delta.content ?? '') !== '')
    .length;

const state = async (server: FastifyInstance) => (await server.inject('/_admin/state')).json() as SeenState;

describe('an answer comes when the model says', () => {
  test('a stream: headers at once, a token at its time, the end one step after the last', async () => {
    const { time, call } = await timed(oneModel(paced));
    const stream = await call(chat({ stream: true }));
    expect([stream.status, stream.text]).toEqual([200, '']);
    const seen: number[] = [];
    for (const until of [99, 101, 149, 151, 201, 251, 299]) {
      await time.pass(until - time.nowMs());
      seen.push(tokens(stream));
    }
    expect([seen, stream.ended]).toEqual([[0, 1, 1, 2, 3, 4, 4], false]);
    await time.pass(2);
    expect([stream.ended, events(stream.text).at(-1)]).toEqual([true, '[DONE]']);
  });

  test('a plain reply: headers with the body, all at the end', async () => {
    const { time, call, server } = await timed(oneModel(paced));
    const plain = await call(chat());
    await time.pass(299);
    expect([plain.status, (await state(server)).providers.default?.pools.big?.own]).toEqual([undefined, 1]);
    await time.pass(2);
    expect([plain.status, plain.ended, (await state(server)).providers.default?.pools.big?.own]).toEqual([200, true, 0]);
  });

  test('with the round trip that a scenario writes, half of it each way', async () => {
    const { time, call, server } = await timed(oneModel(paced, { network: { rtt: '40ms' } } as object));
    const stream = await call(chat({ stream: true }));
    await time.pass(19);
    expect((await state(server)).providers.default?.pools.big?.own).toBe(0);
    await time.pass(2);
    expect([(await state(server)).providers.default?.pools.big?.own, stream.status]).toEqual([1, undefined]);
    await time.pass(20);
    expect(stream.status).toBe(200);
    // 20 + 100 + 20 ms.
    await time.pass(98);
    expect(tokens(stream)).toBe(0);
    await time.pass(2);
    expect(tokens(stream)).toBe(1);
  });

  test('a refusal after refuseAfter, 10 ms unless the scenario says otherwise', async () => {
    const { time, call } = await timed({ provider: { models: { big: { ...paced, slots: 0 } } } });
    const refused = await call(chat());
    await time.pass(9);
    expect(refused.status).toBe(undefined);
    await time.pass(2);
    expect(refused.status).toBe(503);
  });

  test('one that waits in the queue when it has waited, and a refusal when it waits too long', async () => {
    const { time, call } = await timed(oneModel({ ...paced, queue: { length: 2, maxWait: '400ms' } }));
    const [first, second, third] = [await call(chat()), await call(chat({ stream: true })), await call(chat())];
    await time.pass(301);
    expect([first.status, second.status, third.status]).toEqual([200, 200, undefined]);
    await time.pass(100);
    expect([third.status, tokens(second)]).toEqual([503, 1]);
  });

  test('tokens faster than a connection is woken come together, none lost', async () => {
    const { time, call } = await timed(oneModel({ slots: 1, firstToken: '1ms', tokensPerSecond: 10_000 }, { output: 100 }));
    const stream = await call(chat({ stream: true }));
    await time.pass(6);
    // 5 ms after the first: some of the fifty, and no more than those.
    expect(tokens(stream)).toBeGreaterThan(1);
    expect(tokens(stream)).toBeLessThanOrEqual(61);
    await time.pass(10);
    expect([tokens(stream), stream.ended]).toEqual([100, true]);
  });
});

describe('an error in its stream', () => {
  test('early: with the headers, at refuseAfter', async () => {
    const { time, call } = await timed(oneModel({ ...paced, slots: 0, refuseAfter: '10ms', capacityAs: { status: 0, stream: 1 } }));
    const stream = await call(chat({ stream: true }));
    await time.pass(9);
    expect(stream.status).toBe(undefined);
    await time.pass(2);
    expect([stream.status, stream.ended, events(stream.text)]).toEqual([
      200,
      true,
      [{ error: expect.objectContaining({ code: 'server_is_overloaded', param: null }) }],
    ]);
  });

  test('late: after the tokens that come at their time, without a slot', async () => {
    const { time, call, server } = await timed(
      oneModel({ ...paced, slots: 0, capacityAs: { status: 0, stream: 0, streamAfter: { share: 1, tokens: 3 } } }),
    );
    const stream = await call(chat({ stream: true }));
    expect(stream.status).toBe(200);
    await time.pass(101);
    expect([tokens(stream), (await state(server)).providers.default?.pools.big?.own]).toEqual([1, 0]);
    await time.pass(100);
    expect([tokens(stream), stream.ended, events(stream.text).at(-1)]).toEqual([
      3,
      true,
      { error: expect.objectContaining({ type: 'service_unavailable_error' }) },
    ]);
  });
});

describe('what the client is told of its quotas', () => {
  const limits = ['limit', 'remaining', 'reset'].flatMap((what) => ['requests', 'tokens'].map((of) => `x-ratelimit-${what}-${of}`));

  test('limit, what is left, and when nothing of it will be missing', async () => {
    // A request costs 8 + 4 tokens; one comes back in 120 ms, twelve tokens in 24 ms.
    const { time, call } = await timed(oneModel({ ...paced, slots: 9, quota: { rpm: 500, tpm: 30_000 } }));
    const plain = await call(chat());
    await time.pass(310);
    expect(limits.map((name) => plain.headers?.[name])).toEqual(['500', '30000', '499', '29988', '120ms', '24ms']);
  });

  test('of several, the one with the least left', async () => {
    const quota = { rpm: 60, inputTpm: 6000, outputTpm: 600, rpd: 2 };
    const { call } = await timed(oneModel({ ...paced, quota }, { account: { quota: { rpm: 600 } } } as object));
    const stream = await call(chat({ stream: true }));
    // The day ends at midnight; four tokens of 600 a minute come back in 400 ms.
    expect(limits.map((name) => stream.headers?.[name])).toEqual(['2', '600', '1', '596', '24h0m0s', '400ms']);
  });

  test('nothing where there are none', async () => {
    const { call } = await timed(oneModel(paced));
    const stream = await call(chat({ stream: true }));
    expect(Object.keys(stream.headers ?? {}).filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
  });

  test('a refusal says its figures and its wait, and the wait is true', async () => {
    const { time, call } = await timed(oneModel({ ...paced, slots: 9, quota: { rpm: 60, burst: 1 } }));
    await call(chat());
    await time.pass(250);
    const refused = await call(chat());
    expect([refused.status, refused.headers?.['retry-after'], refused.headers?.['retry-after-ms']]).toEqual([429, '1', '750']);
    expect(events(refused.text)).toMatchObject([
      {
        error: {
          message: expect.stringContaining('on requests per min (RPM): Limit 60, Used 60, Requested 1. Please try again in 750ms.'),
        },
      },
    ]);
    await time.pass(749);
    expect((await call(chat())).status).toBe(429);
    await time.pass(1);
    const admitted = await call(chat({ stream: true }));
    expect(admitted.status).toBe(200);
  });

  test('a refusal for capacity says the wait that the scenario gives', async () => {
    const { call } = await timed(oneModel({ ...paced, slots: 0, retryAfter: '2500ms' }));
    const refused = await call(chat());
    expect([refused.status, refused.headers?.['retry-after'], refused.headers?.['retry-after-ms']]).toEqual([503, '3', '2500']);
  });
});
