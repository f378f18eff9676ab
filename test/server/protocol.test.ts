import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { built, chat, events, json, listening, oneModel, post } from './served.ts';

const quick = oneModel({ slots: 4, firstToken: '1ms', tokensPerSecond: 1000 });

/** Writes bytes on a connection of their own and takes what comes until it is closed, or until it holds `until`. */
async function raw(port: number, bytes: string, until?: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8');
  socket.on('error', () => {});
  socket.write(bytes);
  await new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
    socket.on('data', (chunk) => {
      text += chunk;
      if (until !== undefined && text.includes(until)) resolve();
    });
  });
  socket.destroy();
  return text;
}

const inject = async (payload: unknown, headers: Record<string, string> = { 'content-type': 'application/json' }) => {
  const server = await built(quick);
  const url = '/v1/chat/completions';
  const { statusCode, json: body, headers: said } = await server.inject({ method: 'POST', url, headers, payload: payload as string });
  return { status: statusCode, error: (body() as { error: object }).error, said };
};

test.each(['/health', '/_admin/state', '/v1/models', '/openai/v1/models', '/v1/models/big'])('GET %s has an id', async (url) => {
  const server = await built(quick);
  const { statusCode, headers } = await server.inject({ method: 'GET', url });
  expect([statusCode, headers['x-request-id']]).toEqual([200, expect.stringMatching(/^req_[0-9a-f]{32}$/)]);
});

describe('D18: what is no request for a completion', () => {
  test.each([
    ['GET', '/v1/chat/completions', 'Invalid URL (GET /v1/chat/completions)'],
    ['POST', '/v1/embeddings', 'Invalid URL (POST /v1/embeddings)'],
    ['GET', '/index.html', 'Invalid URL (GET /index.html)'],
    ['DELETE', '/v1/models/big', 'Invalid URL (DELETE /v1/models/big)'],
    ['GET', '/v1/%zz', 'Invalid URL (GET /v1/%zz)'],
    ['GET', `/${'x'.repeat(300)}`, `Invalid URL (GET /${'x'.repeat(199)}…)`],
  ] as const)('%s %s is answered with 404', async (method, url, message) => {
    const server = await built(quick);
    const { statusCode, json: body, headers } = await server.inject({ method, url });
    expect([statusCode, body()]).toEqual([404, { error: { message, type: 'invalid_request_error', param: null, code: null } }]);
    expect(headers['x-request-id']).toMatch(/^req_/);
  });

  test.each([
    ['{', 400, 'We could not parse the JSON body'],
    ['', 400, 'We could not parse the JSON body'],
    ['[]', 400, 'We could not parse the JSON body'],
    ['"text"', 400, 'We could not parse the JSON body'],
    ['null', 400, 'We could not parse the JSON body'],
    ['{"__proto__": {"model": "big"}, "model": "big", "messages": []}', 400, 'We could not parse the JSON body'],
    ['[[[[', 400, 'We could not parse the JSON body'],
  ])('the body %j is answered with %i', async (payload, status, message) => {
    expect(await inject(payload)).toMatchObject({
      status,
      error: { message: expect.stringContaining(message), type: 'invalid_request_error' },
    });
  });

  test.each([
    [{}, 'you must provide a model parameter', null, null],
    [{ model: 'big' }, "Missing required parameter: 'messages'.", 'messages', 'missing_required_parameter'],
    [{ model: 7, messages: [] }, "Invalid type for 'model': expected a string, but got an integer instead.", 'model', 'invalid_type'],
    [
      chat({ model: '' }),
      "Invalid 'model': empty string. Expected a string with minimum length 1, but got an empty string instead.",
      'model',
      'empty_string',
    ],
    [chat({ messages: 'Hello' }), "Invalid type for 'messages': expected an array, but got a string instead.", 'messages', 'invalid_type'],
    [
      chat({ messages: [] }),
      "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
      'messages',
      'empty_array',
    ],
    [
      chat({ messages: ['Hello'] }),
      "Invalid type for 'messages[0]': expected an object, but got a string instead.",
      'messages[0]',
      'invalid_type',
    ],
    [
      chat({ messages: [{ content: 'Hello' }] }),
      "Missing required parameter: 'messages[0].role'.",
      'messages[0].role',
      'missing_required_parameter',
    ],
    [
      chat({ messages: [{ role: 'boss', content: 'x' }] }),
      "Invalid value: 'boss'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', 'developer'.",
      'messages[0].role',
      'invalid_value',
    ],
    [
      chat({ messages: [{ role: 'user', content: 5 }] }),
      "Invalid type for 'messages[0].content': expected one of a string or array of objects, but got an integer instead.",
      'messages[0].content',
      'invalid_type',
    ],
    [chat({ stream: 'yes' }), "Invalid type for 'stream': expected a boolean, but got a string instead.", 'stream', 'invalid_type'],
    [
      chat({ max_tokens: 0 }),
      "Invalid 'max_tokens': integer below minimum value. Expected a value >= 1, but got 0 instead.",
      'max_tokens',
      'integer_below_min_value',
    ],
    [
      chat({ max_tokens: 1.5 }),
      "Invalid type for 'max_tokens': expected an integer, but got a decimal number instead.",
      'max_tokens',
      'invalid_type',
    ],
    [
      chat({ max_completion_tokens: 'many' }),
      "Invalid type for 'max_completion_tokens': expected a number, but got a string instead.",
      'max_completion_tokens',
      'invalid_type',
    ],
    [
      chat({ max_tokens: 1e300 }),
      "Invalid 'max_tokens': integer above maximum value. Expected a value <= 9007199254740991, but got 1e+300 instead.",
      'max_tokens',
      'integer_above_max_value',
    ],
    [chat({ n: 2 }), "Invalid value: '2'. Supported values are: '1'.", 'n', 'invalid_value'],
    [
      chat({ stream_options: { include_usage: true } }),
      "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
      'stream_options',
      null,
    ],
  ])('%j is answered with 400', async (payload, message, param, code) => {
    const { status, error } = await inject(payload);
    expect([status, error]).toEqual([400, { message, type: 'invalid_request_error', param, code }]);
  });

  test('a number that no number holds is too large', async () => {
    const { status, error } = await inject('{"model":"big","messages":[{"role":"user","content":"x"}],"max_tokens":1e400}');
    expect([status, error]).toMatchObject([400, { code: 'integer_above_max_value' }]);
  });

  test.each([
    ['messages', (wrong: string) => `{"model":"big","messages":[${wrong}]}`, 'messages[0]'],
    ['parts', (wrong: string) => `{"model":"big","messages":[{"role":"user","content":[${wrong}]}]}`, 'messages[0].content'],
  ] as const)('of millions of wrong %s the first is named, and the others cost nothing', async (_, body, param) => {
    const before = process.memoryUsage().heapUsed;
    const { status, error } = await inject(body(`5${',5'.repeat(4_000_000)}`));
    expect([status, error]).toMatchObject([400, { param, code: 'invalid_type' }]);
    // A note of each would be some 800 bytes: 3 GB, where the body with its values is under 100 MB.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(500_000_000);
  });

  test('a model that is not there is answered with 404', async () => {
    const { status, error } = await inject(chat({ model: 'huge' }));
    expect([status, error]).toEqual([404, expect.objectContaining({ code: 'model_not_found' })]);
  });

  test('names of what every object has are no models', async () => {
    for (const model of ['constructor', '__proto__', 'toString']) expect((await inject(JSON.stringify(chat({ model })))).status).toBe(404);
  });

  test.each(['application/x-www-form-urlencoded', 'text/plain'])('a body of %s is answered with 415', async (type) => {
    const { status, error } = await inject('{"model":"big"}', { 'content-type': type });
    expect([status, error]).toMatchObject([415, { message: expect.stringContaining('expected application/json') }]);
  });

  test('none of them is an attempt, and each is counted', async () => {
    const server = await built(quick);
    const url = '/v1/chat/completions';
    const headers = { 'content-type': 'application/json' };
    for (const payload of ['{', {}, chat({ model: 'huge' })]) await server.inject({ method: 'POST', url, headers, payload });
    const { requests, sums } = (await server.inject('/_admin/state')).json();
    expect(requests).toMatchObject({ received: 3, rejected: 3, attempts: 0 });
    expect(sums.filter(({ holds }: { holds: boolean }) => !holds)).toEqual([]);
  });
});

describe('the models of several providers', () => {
  const scenario = {
    providers: {
      a: { models: { big: { slots: 1, firstToken: '1ms', tokensPerSecond: 1000 }, mine: { slots: 0, refuseAfter: '0ms' } } },
      b: { models: { big: { slots: 0, refuseAfter: '0ms' }, 'x/y': { slots: 1, firstToken: '1ms', tokensPerSecond: 1000 } } },
    },
    workload: { model: 'a/big', arrivals: { poisson: { rate: '1/s' } } },
  };

  test.each([
    ['a/big', 200],
    ['b/big', 503],
    ['big', 404],
    ['mine', 503],
    ['a/mine', 503],
    ['x/y', 200],
    ['b/x/y', 200],
    ['b/mine', 404],
  ])('%s is answered with %i', async (model, status) => {
    const server = await built(scenario);
    const { statusCode } = await server.inject({ method: 'POST', url: '/v1/chat/completions', payload: chat({ model }) });
    expect(statusCode).toBe(status);
    expect((await server.inject(`/v1/models/${model}`)).statusCode).toBe(status === 404 ? 404 : 200);
  });

  test('are listed with their providers', async () => {
    const { data } = (await (await built(scenario)).inject('/v1/models')).json() as { data: { id: string }[] };
    expect(data.map(({ id }) => id)).toEqual(['a/big', 'a/mine', 'b/big', 'b/x/y']);
  });
});

describe('on a connection', () => {
  test('a body above the limit is answered with 413 before it is all there', async () => {
    const { port, state } = await listening(quick, { bodyLimit: 1000 });
    const reply = await post(port, chat({ messages: [{ role: 'user', content: 'x'.repeat(2000) }] }));
    expect([reply.status, json(reply).error]).toMatchObject([413, { message: 'The request body is larger than 1000 bytes.' }]);
    const unending = await raw(
      port,
      `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n7d0\r\n${'x'.repeat(2000)}\r\n`,
      '}}',
    );
    expect(unending).toMatch(/^HTTP\/1\.1 413 /);
    expect((await state()).requests).toMatchObject({ received: 2, rejected: 2, uploading: 0 });
  });

  test('what is no HTTP is answered with 400 and the connection closed', async () => {
    const { port } = await listening(quick);
    const text = await raw(port, 'NONSENSE\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toMatchObject({ error: { type: 'invalid_request_error' } });
  });

  test('a request that does not come in time is answered with 408, and is no attempt', async () => {
    const { server, port, state } = await listening(quick);
    const late = new Promise<Socket>((resolve) => server.server.once('connection', resolve));
    const answer = raw(
      port,
      'POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{"mod',
    );
    const socket = await late;
    await expect.poll(async () => (await state()).requests.uploading).toBe(1);
    // As Node says it after a minute.
    server.server.emit('clientError', Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
    expect(await answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n[\s\S]*not received in time/);
    await expect.poll(async () => (await state()).requests).toMatchObject({ uploading: 0, abandoned: 1, attempts: 0 });
  });

  test('headers without end are answered with 431', async () => {
    const { port } = await listening(quick);
    const answer = await raw(port, `GET / HTTP/1.1\r\nhost: x\r\nlong: ${'x'.repeat(100_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n[\s\S]*headers of the request are too long/);
  });

  test('requests sent ahead on one connection are answered in their order', async () => {
    const { port } = await listening(quick);
    const ask = (content: string, stream: boolean) => {
      const body = JSON.stringify({ model: 'big', stream, messages: [{ role: 'user', content }] });
      return `POST /openai/v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    };
    const text = await raw(port, `${ask('a', true)}${ask('b', false)}GET /health HTTP/1.1\r\nhost: x\r\n\r\n`, '"status":"ok"');
    const order = [text.indexOf('data: [DONE]'), text.indexOf('"chat.completion"'), text.indexOf('"status":"ok"')];
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order[0]).toBeGreaterThan(0);
  });

  test('HTTP/1.0 gets a stream that ends with the connection', async () => {
    const { port } = await listening(quick);
    const body = JSON.stringify(chat({ stream: true }));
    const text = await raw(
      port,
      `POST /v1/chat/completions HTTP/1.0\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    expect(events(text.split('\r\n\r\n')[1] ?? '').at(-1)).toBe('[DONE]');
  });

  test('who sends no more has left: its slot is free, though it still reads', async () => {
    const { port, state } = await listening(oneModel({ slots: 1, service: '10m' }));
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const body = JSON.stringify(chat());
    socket.write(
      `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    await expect.poll(async () => (await state()).requests.open).toBe(1);
    socket.end();
    await expect.poll(async () => (await state()).requests).toMatchObject({ open: 0, left: 1 });
    socket.destroy();
  });

  test('one connection serves many requests', async () => {
    const { port, server } = await listening(quick);
    let connections = 0;
    server.server.on('connection', () => {
      connections += 1;
    });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let i = 0; i < 20; i++) expect((await post(port, chat({ stream: i % 2 === 0 }), { agent })).status).toBe(200);
    expect(connections).toBe(1);
    agent.destroy();
  });

  test('a client that does not read holds up nobody, and nothing piles up for it', async () => {
    // 200,000 chunks of some 250 bytes: 50 MB, far more than a connection takes unread.
    const { server, port, state } = await listening(
      oneModel({ slots: 2, firstToken: '1ms', tokensPerSecond: 1_000_000 }, { output: 200_000 }),
    );
    const sockets = new Set<Socket>();
    server.server.on('connection', (socket) => sockets.add(socket));
    const body = JSON.stringify(chat({ stream: true }));
    const deaf = connect(port, '127.0.0.1');
    deaf.pause();
    deaf.write(
      `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    await expect.poll(async () => (await state()).providers.default?.counts.completed, { timeout: 20_000 }).toBe(1);
    // Its slot is free: the provider is done, and the rest waits for the reader.
    expect(await state()).toMatchObject({ requests: { open: 1 }, providers: { default: { pools: { big: { own: 0 } } } } });
    const [one, other] = await Promise.all([1, 2].map(() => post(port, chat({ max_tokens: 5 }))));
    expect([one?.status, other?.status]).toEqual([200, 200]);
    const unsent = [...sockets].reduce((sum, { writableLength }) => sum + writableLength, 0);
    expect(unsent).toBeGreaterThan(0);
    expect(unsent).toBeLessThan(100_000);
    let bytes = 0;
    let tail = '';
    deaf.on('data', (chunk) => {
      bytes += chunk.length;
      tail = (tail + chunk).slice(-40);
    });
    deaf.resume();
    await expect.poll(() => tail, { timeout: 60_000 }).toContain('[DONE]');
    expect(bytes).toBeGreaterThan(200_000 * 100);
    deaf.destroy();
    await expect.poll(async () => (await state()).requests).toMatchObject({ open: 0, answered: 3 });
  });
});

describe('D5: what clients saw is what the server counted', () => {
  test('statuses and streams of 400 calls, thirty at a time', async () => {
    const model = {
      slots: 6,
      firstToken: '4ms',
      tokensPerSecond: 1000,
      queue: { length: 4, maxWait: '8ms' },
      quota: { rpm: 60_000, burst: 25 },
      capacityAs: { status: 0.5, stream: 0.5 },
    };
    const { port, state } = await listening(oneModel(model, { output: 10, faults: [{ errors: { share: 0.05, as: 'server_error' } }] }));
    const agent = new Agent({ keepAlive: true });
    const seen = { ok: 0, busy: 0, limited: 0, failed: 0 };
    let next = 0;
    const caller = async () => {
      while (next++ < 400) {
        const { status, text } = await post(port, chat({ stream: next % 2 === 0 }), { agent });
        if (status === 429) seen.limited += 1;
        else if (status === 500) seen.failed += 1;
        else if (status === 503 || text.includes('server_is_overloaded')) seen.busy += 1;
        else seen.ok += 1;
      }
    };
    await Promise.all(Array.from({ length: 30 }, caller));
    agent.destroy();
    const { requests, providers, sums, consistent } = await state();
    const { counts, models } = providers.default ?? {};
    expect(requests).toEqual({ received: 400, uploading: 0, abandoned: 0, rejected: 0, attempts: 400, open: 0, answered: 400, left: 0 });
    expect(counts).toMatchObject({ arrived: 400, quotaRefused: seen.limited, faulted: seen.failed, admitted: seen.ok, completed: seen.ok });
    expect((counts?.capacityRefused ?? 0) + (counts?.queueExpired ?? 0)).toBe(seen.busy);
    expect(models?.big).toMatchObject({
      attempts: 400,
      admitted: seen.ok,
      refused: { quota: seen.limited, fault: seen.failed, capacity: seen.busy },
    });
    expect(models?.big?.billedTokens.output).toBe(seen.ok * 10);
    expect([consistent, sums.filter(({ holds }) => !holds)]).toEqual([true, []]);
  });
});
