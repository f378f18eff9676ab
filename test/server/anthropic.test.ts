import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { built, chat, json, listening, oneModel, post } from './served.ts';

const quick = { slots: 2, firstToken: '2ms', tokensPerSecond: 1000 };
const path = '/v1/messages';
const ask = (more: object = {}) => ({ model: 'big', max_tokens: 100, messages: [{ role: 'user', content: 'Hello' }], ...more });
const anthropic = (model: object, more: Parameters<typeof oneModel>[1] = {}) =>
  oneModel(model, { dialect: 'anthropic', ...more } as object);

/** Names and data of the events of a stream. */
const events = (text: string) =>
  text
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => {
      const [, name, data] = /^event: (.*)\ndata: (.*)$/.exec(event) ?? [];
      return [name, JSON.parse(data ?? 'null')] as const;
    });
const names = (text: string) => events(text).map(([name]) => name);
const error = (reply: { readonly text: string }) => json(reply).error as unknown as { readonly type: string; readonly message: string };

describe('messages over HTTP', () => {
  test('plain, with and without anthropic-version, with any key', async () => {
    const { port } = await listening(anthropic(quick));
    for (const headers of [{}, { 'anthropic-version': '2023-06-01', 'x-api-key': 'k' }]) {
      const reply = await post(port, ask(), { path, headers });
      expect([reply.status, reply.headers['content-type'], reply.headers['request-id']]).toEqual([
        200,
        'application/json',
        expect.stringMatching(/^req_[0-9a-f]{32}$/),
      ]);
      const { type, content, usage } = JSON.parse(reply.text);
      expect([type, content[0].text.split(' ').length, usage.output_tokens]).toEqual(['message', 4, 4]);
    }
  });

  test('streamed: every event has a name, and no more than what was asked for comes', async () => {
    const { port } = await listening(anthropic(quick));
    const reply = await post(port, ask({ stream: true, max_tokens: 2 }), { path });
    expect(reply.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(names(reply.text)).toEqual([
      'message_start',
      'content_block_start',
      'ping',
      'content_block_delta',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
    expect(events(reply.text).every(([name, data]) => data.type === name)).toBe(true);
    expect(events(reply.text)[6]?.[1]).toMatchObject({ delta: { stop_reason: 'max_tokens' }, usage: { output_tokens: 2 } });
  });

  test('below its name beside another dialect, and in its own words there', async () => {
    const { port } = await listening(oneModel(quick));
    expect((await post(port, ask(), { path: '/anthropic/v1/messages' })).status).toBe(200);
    expect((await post(port, ask(), { path })).status).toBe(404);
    const lost = await post(port, '{', { path: '/anthropic/v1/messages' });
    expect([lost.status, error(lost).type, lost.headers['request-id']]).toEqual([
      400,
      'invalid_request_error',
      expect.stringMatching(/^req_/),
    ]);
    expect((await post(port, chat())).status).toBe(200);
  });
});

describe('refusals over HTTP', () => {
  test('no capacity, with the id of the request in header and body', async () => {
    const { port, state } = await listening(anthropic({ ...quick, slots: 0, retryAfter: '1500ms' }));
    for (const stream of [false, true]) {
      const reply = await post(port, ask({ stream }), { path });
      expect(reply.status).toBe(529);
      expect(reply.headers).toMatchObject({ 'x-should-retry': 'true', 'retry-after': '2' });
      expect(JSON.parse(reply.text)).toEqual({
        type: 'error',
        error: { details: null, type: 'overloaded_error', message: 'Overloaded' },
        request_id: reply.headers['request-id'],
      });
    }
    expect((await state()).providers.default?.counts).toMatchObject({ arrived: 2, capacityRefused: 2 });
  });

  test.each([
    ['at once', { stream: 1 }, ['error']],
    [
      'after two tokens',
      { stream: 0, streamAfter: { share: 1, tokens: 2 } },
      ['message_start', 'content_block_start', 'ping', 'content_block_delta', 'content_block_delta', 'error'],
    ],
  ])('no capacity inside a stream, %s', async (_, how, expected) => {
    const { port } = await listening(anthropic({ ...quick, slots: 0, capacityAs: { status: 0, ...how } }));
    const reply = await post(port, ask({ stream: true }), { path });
    expect([reply.status, names(reply.text), reply.broken]).toEqual([200, expected, undefined]);
    // Who does not ask for a stream is refused with the status.
    expect((await post(port, ask(), { path })).status).toBe(529);
  });

  test('quotas: what is left of each', async () => {
    const { port } = await listening(anthropic({ ...quick, quota: { rpm: 60, inputTpm: 20_000, outputTpm: 8000 } }));
    expect((await post(port, ask(), { path })).headers).toMatchObject({
      'anthropic-ratelimit-requests-limit': '60',
      'anthropic-ratelimit-requests-remaining': '59',
      'anthropic-ratelimit-input-tokens-limit': '20000',
      'anthropic-ratelimit-input-tokens-remaining': '20000',
      // 7,900 and more.
      'anthropic-ratelimit-output-tokens-remaining': '8000',
      'anthropic-ratelimit-tokens-limit': '8000',
    });
  });

  test('A11: a quota that is used up, and when all of it is back', async () => {
    const { port } = await listening(anthropic({ ...quick, quota: { rpm: 1 } }));
    const [first, second] = [await post(port, ask(), { path }), await post(port, ask(), { path })];
    expect([first.status, second.status, error(second)]).toEqual([
      200,
      429,
      { type: 'rate_limit_error', message: expect.stringContaining('of 1 requests per minute') },
    ]);
    expect(second.headers).toMatchObject({ 'anthropic-ratelimit-requests-remaining': '0', 'x-should-retry': 'true' });
    const wait = Number(second.headers['retry-after']);
    expect([wait > 0, wait <= 60]).toEqual([true, true]);
    // A minute after the first, whenever it is asked.
    const [reset, later] = [first, second].map(({ headers }) => Date.parse(String(headers['anthropic-ratelimit-requests-reset'])));
    expect(reset).toBeGreaterThan(Date.UTC(2026, 2, 2));
    expect(Math.abs((later ?? 0) - (reset ?? 0))).toBeLessThanOrEqual(1000);
  });

  test.each([
    ['a body that is no JSON', '{', {}, 400, 'invalid_request_error', 'not valid JSON'],
    ['a body of another type', 'x', { 'content-type': 'text/plain' }, 415, 'invalid_request_error', 'application/json'],
    [
      'a body without a bound',
      { model: 'big', messages: [{ role: 'user', content: 'x' }] },
      {},
      400,
      'invalid_request_error',
      'max_tokens: Field required',
    ],
    ['a body that is too large', ask({ system: 'x'.repeat(3000) }), {}, 413, 'request_too_large', 'maximum size'],
    ['no such model', ask({ model: 'huge' }), {}, 404, 'not_found_error', 'model: huge'],
    ['a name of what every object has', ask({ model: 'constructor' }), {}, 404, 'not_found_error', 'model: constructor'],
  ])('%s', async (_, body, headers, status, type, message) => {
    const { port, state } = await listening(anthropic(quick), { bodyLimit: 2000 });
    const reply = await post(port, body, { path, headers });
    expect([reply.status, error(reply)]).toEqual([status, { type, message: expect.stringContaining(message) }]);
    expect(JSON.parse(reply.text).request_id).toBe(reply.headers['request-id']);
    expect((await state()).requests).toMatchObject({ received: 1, rejected: 1, attempts: 0 });
  });

  test.each([
    ['GET', '/v1/messages'],
    ['POST', '/v1/messages/count_tokens'],
    ['GET', '/v1/nothing'],
  ] as const)('%s %s is a path that is not there', async (method, url) => {
    const server = await built(anthropic(quick));
    const { statusCode, json: body, headers } = await server.inject({ method, url });
    expect([statusCode, body()]).toEqual([
      404,
      { type: 'error', error: { type: 'not_found_error', message: 'Not Found' }, request_id: headers['request-id'] },
    ]);
  });
});

describe('faults over HTTP', () => {
  const scripted = (reply: unknown) => listening(anthropic(quick, { faults: [{ script: { per: 'arrival', replies: [reply] } }] }));

  test.each<[object, string | undefined]>([
    [{ cut: 2 }, 'content_block_delta'],
    [{ cut: 0 }, undefined],
    [{ empty: true }, 'message_stop'],
  ])('%j', async (fault, last) => {
    const { port } = await scripted(fault);
    const reply = await post(port, ask({ stream: true }), { path });
    expect([reply.status, names(reply.text).at(-1)]).toEqual([200, last]);
  });

  test('a part that nobody can parse, and the end all the same', async () => {
    const { port } = await scripted({ malformed: 1 });
    const { text } = await post(port, ask({ stream: true }), { path });
    expect(text.endsWith('event: message_stop\ndata: {"type":"message_stop"}\n\n')).toBe(true);
    expect(() => events(text)).toThrow(SyntaxError);
  });

  test('a client that leaves in its stream gives its slot back', async () => {
    const one = await listening(anthropic({ slots: 1, firstToken: '1ms', tokensPerSecond: 1 }, { output: 50 }));
    const body = JSON.stringify(ask({ stream: true }));
    const socket = connect(one.port, '127.0.0.1');
    socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    await new Promise<void>((resolve) => socket.on('data', (bytes) => String(bytes).includes('content_block_delta') && resolve()));
    socket.destroy();
    await expect.poll(async () => (await one.state()).providers.default?.pools.big).toMatchObject({ busy: 0, own: 0 });
    const { providers, consistent } = await one.state();
    expect([providers.default?.counts, consistent]).toEqual([expect.objectContaining({ cancelled: 1, completed: 0 }), true]);
  });
});
