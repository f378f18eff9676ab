import { type ClientRequest, request } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { describe, expect, test } from 'vitest';
import { FakeTime, settled } from './fake-time.ts';
import { built, chat, events, listening, oneModel, type SeenState } from './served.ts';

/** Four tokens in a second: the first at 250 ms, then one every 250 ms, the end at 1250 ms. */
const paced = { slots: 1, firstToken: '250ms', tokensPerSecond: 4, queue: { length: 4 } };

interface Call {
  status?: number;
  headers?: Record<string, unknown>;
  text: string;
  ended: boolean;
}

async function busy(dialect: unknown, model: object = paced) {
  const time = new FakeTime();
  const server = await built(oneModel(model, { dialect } as object), { realTime: time });
  const call = async (stream: boolean): Promise<Call> => begin(server, dialect, chat({ stream }));
  const first = await call(false);
  return { time, server, call, first };
}

async function begin(server: FastifyInstance, dialect: unknown, payload: object): Promise<Call> {
  const openrouter = JSON.stringify(dialect).includes('openrouter');
  const url = openrouter ? '/api/v1/chat/completions' : '/chat/completions';
  const call: Call = { text: '', ended: false };
  const headers = { 'content-type': 'application/json' };
  server.inject({ method: 'POST', url, headers, payload, payloadAsStream: true }).then(
    (response) => {
      call.status = response.statusCode;
      call.headers = response.headers;
      response
        .stream()
        .on('data', (chunk) => {
          call.text += chunk;
        })
        .on('end', () => {
          call.ended = true;
        })
        .on('error', () => {});
    },
    // The server ends with the test, perhaps before the answer.
    () => {},
  );
  for (let i = 0; i < 5; i++) await settled();
  return call;
}

const state = async (server: FastifyInstance) => (await server.inject('/_admin/state')).json() as SeenState;

const every = { keepAlive: '500ms' };
const comment = ': keep-alive\n\n';

describe('DeepSeek, while a request waits for a slot', () => {
  test('a stream has its head and a comment every so often, then its answer', async () => {
    const { time, call, first } = await busy({ deepseek: every });
    const stream = await call(true);
    await time.pass(499);
    expect([stream.status, stream.text]).toEqual([undefined, '']);
    await time.pass(2);
    expect([stream.status, stream.headers?.['content-type'], stream.text]).toEqual([200, 'text/event-stream; charset=utf-8', comment]);
    // The first answer ends at 1250 ms, and with it the waiting.
    await time.pass(800);
    expect([first.status, stream.text.startsWith(comment.repeat(2))]).toEqual([200, true]);
    await time.pass(1250);
    const answer = stream.text.slice(comment.length * 2);
    expect([answer.includes(comment), events(answer).at(-1), stream.ended]).toEqual([false, '[DONE]', true]);
    expect(stream.headers?.['x-ds-trace-id']).toMatch(/^req_/);
  });

  test('a plain reply has empty lines before its body', async () => {
    const { time, call } = await busy({ deepseek: every });
    const plain = await call(false);
    await time.pass(1249);
    expect([plain.status, plain.headers?.['content-type'], plain.text]).toEqual([200, 'application/json', '\n\n']);
    await time.pass(1252);
    expect([plain.text.slice(0, 3), plain.ended]).toEqual(['\n\n{', true]);
    expect(JSON.parse(plain.text)).toMatchObject({ object: 'chat.completion', usage: { completion_tokens: 4 } });
  });

  test('one that waits too long has its error in the stream, in the body', async () => {
    const { time, call, server } = await busy({ deepseek: every }, { ...paced, queue: { length: 4, maxWait: '1200ms' } });
    const [stream, plain] = [await call(true), await call(false)];
    await time.pass(1201);
    const error = { error: expect.objectContaining({ type: 'service_unavailable_error' }) };
    expect([stream.status, plain.status, stream.ended, plain.ended]).toEqual([200, 200, true, true]);
    expect([stream.text.startsWith(comment.repeat(2)), events(stream.text.slice(comment.length * 2))]).toEqual([true, [error]]);
    expect([plain.text.slice(0, 3), JSON.parse(plain.text)]).toEqual(['\n\n{', error]);
    expect((await state(server)).providers.default?.counts).toMatchObject({ queueExpired: 2 });
  });

  test('one that does not wait so long as that has its status', async () => {
    const { time, call } = await busy({ deepseek: every }, { ...paced, queue: { length: 1, maxWait: '400ms' } });
    const [late, full] = [await call(true), await call(true)];
    expect([late.status, full.status, full.ended]).toEqual([undefined, 503, true]);
    await time.pass(401);
    expect([late.status, late.ended]).toEqual([503, true]);
  });

  test('none: nothing comes before the answer', async () => {
    const { time, call } = await busy({ deepseek: { keepAlive: 'none' } });
    const stream = await call(true);
    await time.pass(1249);
    expect([stream.status, stream.text]).toEqual([undefined, '']);
    await time.pass(2);
    expect([stream.status, stream.text]).toEqual([200, '']);
  });

  test('a client that leaves meanwhile gives up its place', async () => {
    const dialect = { deepseek: { keepAlive: '20ms' } };
    const { port, state: seen } = await listening(oneModel({ slots: 1, service: '30s', queue: { length: 4 } }, { dialect } as object));
    const ask = (): ClientRequest => {
      const headers = { 'content-type': 'application/json' };
      const call = request({ host: '127.0.0.1', port, path: '/chat/completions', method: 'POST', headers });
      call.on('error', () => {});
      call.end(JSON.stringify(chat({ stream: true })));
      return call;
    };
    const first = ask();
    await expect.poll(async () => (await seen()).providers.default?.pools.big?.own).toBe(1);
    const second = ask();
    const text = await new Promise<string>((resolve) =>
      second.on('response', (reply) => reply.once('data', (part) => resolve(String(part)))),
    );
    expect([text.startsWith(comment), (await seen()).providers.default?.pools.big?.queue.own]).toEqual([true, 1]);
    second.destroy();
    await expect.poll(async () => (await seen()).requests.left).toBe(1);
    const { providers, consistent } = await seen();
    expect([providers.default?.pools.big?.queue.own, providers.default?.pools.big?.own, consistent]).toEqual([0, 1, true]);
    first.destroy();
  });
});

describe('OpenRouter, while a request waits for a slot', () => {
  const dialect = { openrouter: every };
  const processing = ': OPENROUTER PROCESSING\n\n';

  test('comments in a stream, and an error in a chunk of its own', async () => {
    const { time, call } = await busy(dialect, { ...paced, queue: { length: 4, maxWait: '600ms' } });
    const stream = await call(true);
    await time.pass(601);
    expect(stream.text.startsWith(processing)).toBe(true);
    expect(events(stream.text.slice(processing.length))).toMatchObject([
      { error: { code: 429 }, choices: [{ finish_reason: 'error', native_finish_reason: 'error' }] },
      '[DONE]',
    ]);
  });

  test('nothing before a plain body, which keeps its status', async () => {
    const { time, call } = await busy(dialect, { ...paced, queue: { length: 4, maxWait: '600ms' } });
    const plain = await call(false);
    await time.pass(599);
    expect(plain.status).toBeUndefined();
    await time.pass(2);
    expect([plain.status, JSON.parse(plain.text)]).toMatchObject([429, { error: { code: 429 } }]);
  });
});
