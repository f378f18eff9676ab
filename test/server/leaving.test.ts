import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Luck } from '../../sim/kernel/random.ts';
import { built, chat, type Listening, listening, oneModel, post, type SeenState } from './served.ts';

/** 20 ms to the first token, then one every 4 ms: 116 ms in all. */
const brisk = { slots: 12, firstToken: '20ms', tokensPerSecond: 250 };
const output = 24;

function head(body: string): string {
  return `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`;
}

/** Everybody is gone, and nothing is held. */
async function quiet({ state }: Listening): Promise<SeenState> {
  await expect.poll(async () => (await state()).requests, { timeout: 20_000 }).toMatchObject({ open: 0, uploading: 0 });
  const seen = await state();
  const { pools, counts } = seen.providers.default ?? {};
  expect(pools?.big).toMatchObject({ busy: 0, own: 0, queue: { waiting: 0, own: 0 } });
  expect(counts).toMatchObject({ inService: 0, queued: 0, travelling: 0 });
  expect(seen.sums.filter(({ holds }) => !holds)).toEqual([]);
  return seen;
}

/** Connections that the server holds. */
function socketsOf({ server }: Listening): Promise<number> {
  return new Promise((resolve, reject) => {
    server.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });
}

/** All slots can be had at once. */
async function allSlots({ port }: Listening, slots: number): Promise<void> {
  const statuses = await Promise.all(Array.from({ length: slots }, async () => (await post(port, chat())).status));
  expect(statuses).toEqual(new Array(slots).fill(200));
}

const ways = ['in the head', 'in the body', 'after a while', 'at the first bytes', 'in the stream', 'by half', 'not at all'] as const;

/** One client that leaves, or stays; resolves when its connection is closed. */
async function visit(port: number, luck: (draw: number) => number): Promise<void> {
  const way = ways[Math.floor(luck(0) * ways.length)];
  const body = JSON.stringify(chat({ stream: luck(1) < 0.6 }));
  const whole = head(body) + body;
  const socket = connect(port, '127.0.0.1');
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => {});
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  if (way === 'in the head') await leaveAfter(socket, whole.slice(0, 10 + Math.floor(luck(2) * 60)), luck(3) * 10);
  else if (way === 'in the body') await leaveAfter(socket, whole.slice(0, -1 - Math.floor(luck(2) * body.length)), luck(3) * 10);
  else if (way === 'after a while') await leaveAfter(socket, whole, luck(2) * 140);
  else if (way === 'by half') {
    socket.write(whole);
    await sleep(luck(2) * 100);
    socket.end();
    socket.resume();
  } else await leaveAtBytes(socket, whole, way, luck(2));
  await closed;
}

async function leaveAfter(socket: Socket, text: string, ms: number): Promise<void> {
  socket.write(text);
  socket.resume();
  await sleep(ms);
  socket.destroy();
}

function leaveAtBytes(socket: Socket, text: string, way: (typeof ways)[number] | undefined, u: number): Promise<void> {
  const bytes = way === 'in the stream' ? 300 + u * 6000 : 0;
  socket.write(text.replace('\r\n\r\n', way === 'not at all' ? '\r\nconnection: close\r\n\r\n' : '\r\n\r\n'));
  return new Promise((resolve) => {
    socket.once('close', () => resolve());
    const enough = setTimeout(() => socket.destroy(), way === 'not at all' ? 30_000 : 400);
    socket.once('close', () => clearTimeout(enough));
    socket.on('data', () => {
      if (way !== 'not at all' && socket.bytesRead > bytes) socket.destroy();
    });
  });
}

describe('a slot comes back', () => {
  test('from each of 10,000 clients that leave at random points, a few of them not at all', async () => {
    const one = await listening(
      oneModel(
        {
          ...brisk,
          queue: { length: 10, maxWait: '60ms' },
          capacityAs: { status: 0.5, stream: 0.3, streamAfter: { share: 0.2, tokens: 3 } },
        },
        { output },
      ),
    );
    const stream = new Luck(7, 0).stream('leaving');
    let next = 0;
    const worker = async () => {
      while (next < 10_000) {
        const visitor = next++;
        await visit(one.port, (draw) => stream.uniform(visitor, draw));
      }
    };
    await Promise.all(Array.from({ length: 120 }, worker));
    // Asked without a connection: what is still open is a visitor's.
    const state = async () => (await one.server.inject('/_admin/state')).json() as SeenState;
    const { requests, providers } = await quiet({ ...one, state });
    // Every way of leaving was taken, and every fate met.
    expect(
      Object.entries({ ...requests, ...providers.default?.counts }).filter(
        ([name, n]) =>
          ['abandoned', 'answered', 'left', 'completed', 'cancelled', 'queueCancelled', 'queueExpired', 'capacityRefused'].includes(name) &&
          n === 0,
      ),
    ).toEqual([]);
    await expect.poll(() => socketsOf(one)).toBe(0);
    await allSlots(one, brisk.slots);
  });

  const stays = { slots: 1, firstToken: '10m', tokensPerSecond: 1 };

  test('when a client leaves before the headers, and while it waits in the queue', async () => {
    const one = await listening(oneModel({ ...stays, queue: { length: 1 } }));
    const body = JSON.stringify(chat());
    const [served, queued] = [connect(one.port, '127.0.0.1'), connect(one.port, '127.0.0.1')];
    served.write(head(body) + body);
    await expect.poll(async () => (await one.state()).providers.default?.pools.big?.own).toBe(1);
    queued.write(head(body) + body);
    await expect.poll(async () => (await one.state()).providers.default?.pools.big?.queue.own).toBe(1);
    queued.destroy();
    await expect.poll(async () => (await one.state()).providers.default?.pools.big?.queue.own).toBe(0);
    served.destroy();
    expect((await quiet(one)).providers.default?.counts).toMatchObject({ queueCancelled: 1, cancelled: 1 });
  });

  test('when a client leaves in the midst of its stream: billed are the tokens until then', async () => {
    const one = await listening(oneModel({ slots: 1, firstToken: '1ms', tokensPerSecond: 1 }, { output: 50 }));
    const body = JSON.stringify(chat({ stream: true }));
    const socket = connect(one.port, '127.0.0.1');
    socket.write(head(body) + body);
    await new Promise<void>((resolve) => socket.on('data', (bytes) => String(bytes).includes('chunk') && resolve()));
    socket.destroy();
    const { providers } = await quiet(one);
    expect(providers.default?.counts).toMatchObject({ cancelled: 1, completed: 0 });
    expect(providers.default?.models.big?.billedTokens.output).toBeLessThan(50);
  });

  test('when a connection with several requests under way is lost', async () => {
    const one = await listening(oneModel({ ...stays, slots: 3 }));
    const body = JSON.stringify(chat());
    const socket = connect(one.port, '127.0.0.1');
    socket.write((head(body) + body).repeat(3));
    await expect.poll(async () => (await one.state()).providers.default?.pools.big?.own).toBe(3);
    socket.destroy();
    expect((await quiet(one)).requests).toMatchObject({ attempts: 3, left: 3 });
  });

  test('when a connection is gone before its request gets to a model', async () => {
    const server = await built(oneModel(stays));
    server.addHook('onRequest', (request, _reply, done) => {
      if (request.method === 'GET') return done();
      request.raw.socket.destroy();
      setTimeout(done, 20);
    });
    const url = await server.listen({ port: 0, host: '127.0.0.1' });
    await expect(post(Number(new URL(url).port), chat())).rejects.toMatchObject({ code: 'ECONNRESET' });
    const state = async () => (await server.inject('/_admin/state')).json() as SeenState;
    await expect.poll(async () => (await state()).requests).toMatchObject({ uploading: 0, open: 0, received: 1 });
    expect((await state()).providers.default?.pools.big).toMatchObject({ busy: 0, own: 0 });
    expect((await state()).consistent).toBe(true);
  });

  test('at its own time where the provider finishes what it began', async () => {
    const one = await listening(oneModel({ slots: 1, service: '1s', onCancel: 'finish' }));
    const body = JSON.stringify(chat());
    const socket = connect(one.port, '127.0.0.1');
    socket.write(head(body) + body);
    await expect.poll(async () => (await one.state()).providers.default?.pools.big?.own).toBe(1);
    socket.destroy();
    await expect.poll(async () => (await one.state()).requests.left).toBe(1);
    await expect
      .poll(async () => (await one.state()).providers.default?.counts)
      .toMatchObject({ completed: 1, cancelled: 0, inService: 0 });
  });

  test('when the server closes, and every answer ends', async () => {
    const one = await listening(oneModel({ slots: 2, firstToken: '1ms', tokensPerSecond: 1 }, { output: 50 }));
    const stream = post(one.port, chat({ stream: true }));
    const plain = expect(post(one.port, chat())).rejects.toMatchObject({ code: 'ECONNRESET' });
    await expect.poll(async () => (await one.state()).providers.default?.pools.big?.own).toBe(2);
    await one.server.close();
    expect((await stream).broken).toBe('ECONNRESET');
    await plain;
  });
});
