import { createServer as createTcpServer, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { figuresOf } from '../../harness/probe/figures.ts';
import { runStep, type StepOptions } from '../../harness/probe/step.ts';
import { parseTarget } from '../../harness/probe/target.ts';
import { byShape } from '../../harness/strategy/classify/by-shape.ts';
import { addressOf, answer, listening, refusal, slotsServer } from './slots-server.ts';

const step = (url: string, more: Partial<StepOptions> = {}) =>
  runStep({
    message: { url: parseTarget(url).url, headers: { 'content-type': 'application/json', 'x-test': 'yes' }, body: '{"messages":[]}' },
    concurrency: 3,
    stepMs: 300,
    timeoutMs: 20_000,
    pauseMs: 20,
    requests: 1000,
    classify: byShape.create({}, undefined),
    signal: new AbortController().signal,
    ...more,
  });

/** A server that writes raw bytes for each request that comes over a connection. */
async function raw(reply: (socket: Socket, nth: number) => void): Promise<{ url: string; requests: () => number }> {
  let nth = 0;
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', () => reply(socket, nth++));
  });
  const closing = Object.assign(server, {
    closeAllConnections() {
      for (const socket of sockets) socket.destroy();
    },
  });
  return { url: await addressOf(closing), requests: () => nth };
}

const head = (extra = '') => `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${answer.length}\r\n${extra}\r\n`;

describe('a closed loop', () => {
  test('every user has one request under way, and what is sent is the same every time', async () => {
    const server = await slotsServer({ serviceMs: 20 });
    const { samples, cutShort } = await step(server.url, { concurrency: 5, stepMs: 1000 });
    expect(cutShort).toBeUndefined();
    expect(server.most()).toBe(5);
    expect(samples.length).toBe(server.requests());
    expect(samples.length).toBeGreaterThan(10);
    expect(new Set(samples.map(({ outcome }) => outcome.class))).toEqual(new Set(['ok']));
    expect(new Set(server.bodies)).toEqual(new Set(['{"messages":[]}']));
    const [request] = server.seen;
    expect([request?.method, request?.url, request?.headers['x-test']]).toEqual(['POST', '/v1/chat/completions', 'yes']);
  });

  test('what is under way at the end of the step is waited for', async () => {
    const server = await slotsServer({ serviceMs: 600 });
    const { samples, sendingMs } = await step(server.url, { stepMs: 100 });
    expect(samples.map(({ outcome }) => outcome.class)).toEqual(['ok', 'ok', 'ok']);
    expect(sendingMs).toBeLessThan(500);
    for (const { tookMs } of samples) expect(tookMs).toBeGreaterThan(590);
  });

  test('who is refused waits before asking again, and longer when the provider says so', async () => {
    const refusing = await slotsServer({ slots: 0 });
    const { samples } = await step(refusing.url, { concurrency: 1, pauseMs: 100, stepMs: 350 });
    // At 0, 100, 200 and 300 ms at the earliest.
    expect(samples.length).toBeGreaterThan(0);
    expect(samples.length).toBeLessThanOrEqual(4);
    const asking = await slotsServer({ slots: 0, headers: { 'retry-after': '5' } });
    const asked = await step(asking.url, { concurrency: 2, pauseMs: 0, stepMs: 200 });
    expect(asked.samples.map(({ outcome, waitMs }) => [outcome.class, waitMs])).toEqual([
      ['capacity', 5000],
      ['capacity', 5000],
    ]);
  });

  test('never more requests than it may send', async () => {
    const server = await slotsServer({});
    const { samples, cutShort } = await step(server.url, { requests: 17, stepMs: 5000 });
    expect([samples.length, server.requests(), cutShort]).toEqual([17, 17, 'requests']);
  });
});

describe('what ends a step at once', () => {
  test('an interrupt: what is under way is cancelled', async () => {
    const server = await slotsServer({ serviceMs: 10_000 });
    const controller = new AbortController();
    const running = step(server.url, { stepMs: 10_000, signal: controller.signal });
    while (server.requests() < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort();
    const { samples, cutShort } = await running;
    expect(cutShort).toBe('interrupted');
    expect(samples.map(({ outcome }) => outcome.class)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    const before = await step(server.url, { signal: controller.signal });
    expect([before.samples, before.cutShort, server.requests()]).toEqual([[], 'interrupted', 3]);
  });

  test('a refusal that asking again does not cure', async () => {
    const body = JSON.stringify({ error: { message: 'Incorrect API key provided.', code: 'invalid_api_key' } });
    const server = await listening((_, response) => response.writeHead(401, { 'content-type': 'application/json' }).end(body));
    const { samples, cutShort, reason } = await step(server.url, { stepMs: 5000 });
    expect([cutShort, reason]).toEqual(['hard', 'Incorrect API key provided.']);
    expect(samples.length).toBeLessThanOrEqual(3);
  });

  test('the same, said after the last request was sent', async () => {
    const body = JSON.stringify({ error: { message: 'No such model.', code: 'model_not_found' } });
    const server = await listening((_, response) => {
      setTimeout(() => response.writeHead(404, { 'content-type': 'application/json' }).end(body), 400);
    });
    const { samples, cutShort, reason, sendingMs } = await step(server.url, { stepMs: 100 });
    expect([samples.length, cutShort, reason]).toEqual([3, 'hard', 'No such model.']);
    expect(sendingMs).toBeLessThan(400);
  });

  test('a redirect, which nobody follows', async () => {
    const elsewhere = await slotsServer({});
    const server = await listening((_, response) => response.writeHead(307, { location: `${elsewhere.url}/v1` }).end());
    const { samples, cutShort, reason } = await step(server.url, { stepMs: 5000 });
    expect([cutShort, reason, elsewhere.requests()]).toEqual(['redirect', `redirects to ${elsewhere.url}/v1`, 0]);
    expect(samples.length).toBeLessThanOrEqual(3);
  });

  test('nobody there', async () => {
    const gone = createTcpServer();
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
    const { port } = gone.address() as { port: number };
    await new Promise((resolve) => gone.close(resolve));
    const { samples, cutShort, reason } = await step(`http://127.0.0.1:${port}`, { stepMs: 5000 });
    expect([samples, cutShort, reason]).toEqual([[], 'unreachable', `connect ECONNREFUSED 127.0.0.1:${port}`]);
  });
});

describe('connections that end', () => {
  test('after every reply: each request has a new one and no reply is lost', async () => {
    const server = await listening((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', connection: 'close' });
      setTimeout(() => response.end(answer), 20);
    });
    const { samples } = await step(server.url);
    expect(samples.length).toBe(server.requests());
    expect(samples.length).toBeGreaterThan(5);
    expect(new Set(samples.map(({ outcome }) => outcome.class))).toEqual(new Set(['ok']));
    for (const { tookMs } of samples) expect(tookMs).toBeLessThan(300);
  });

  test('as the end of a reply of unknown length', async () => {
    const server = await raw((socket) => {
      socket.write('HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n');
      setTimeout(() => socket.end(answer), 20);
    });
    const { samples } = await step(server.url);
    expect(samples.length).toBe(server.requests());
    expect(samples.length).toBeGreaterThan(5);
    expect(new Set(samples.map(({ outcome }) => outcome.class))).toEqual(new Set(['ok']));
  });

  test('in the middle of a reply: that request is lost, and the next one is read from its own beginning', async () => {
    const server = await raw((socket, nth) => {
      if (nth % 2 === 0) socket.end(`${head()}${answer.slice(0, 10)}`);
      else socket.write(head() + answer);
    });
    const { samples } = await step(server.url, { concurrency: 1, requests: 4, stepMs: 5000 });
    const outcomes = samples.map(({ outcome }) => `${outcome.class} ${outcome.reason}`);
    expect(outcomes).toEqual(['truncated cut', 'ok answered', 'truncated cut', 'ok answered']);
  });

  test('in the middle of a reply with an error: the connection is what failed', async () => {
    const server = await raw((socket) => {
      socket.write(`${head()}${answer.slice(0, 10)}`, () => setTimeout(() => socket.resetAndDestroy(), 20));
    });
    const { samples } = await step(server.url, { concurrency: 1, requests: 2, stepMs: 5000 });
    expect(samples.map(({ outcome }) => `${outcome.class} ${outcome.reason}`)).toEqual(['connection reset', 'connection reset']);
  });

  test.each([
    ['in good order', ''],
    ['after a well-ended body', '0\r\n\r\n'],
  ])('in the middle of a stream, %s: truncated', async (_, ending) => {
    const server = await raw((socket) => {
      const chunk = 'data: {"choices":[{"delta":{"content":"a"}}]}\n\n';
      const chunks = `${chunk.length.toString(16)}\r\n${chunk}\r\n`.repeat(40);
      const start = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n';
      socket.write(start + chunks + ending);
      if (ending === '') setTimeout(() => socket.end(), 20);
    });
    const { samples } = await step(server.url, { concurrency: 1, requests: 3, stepMs: 5000 });
    expect(samples.map(({ outcome }) => outcome.class)).toEqual(['truncated', 'truncated', 'truncated']);
  });

  test('without a byte, the first time and after a reply', async () => {
    const server = await raw((socket, nth) => {
      if (nth === 1) socket.write(head() + answer);
      else socket.end();
    });
    const { samples } = await step(server.url, { concurrency: 1, requests: 3, stepMs: 5000 });
    expect(samples.map(({ outcome }) => outcome.reason)).toEqual(['reset', 'answered', 'reused_socket']);
  });

  test('while nobody asks: no failure', async () => {
    const server = await raw((socket) => {
      socket.write(
        `HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: ${refusal.length}\r\n\r\n${refusal}`,
      );
      setTimeout(() => socket.end(), 20);
    });
    const { samples } = await step(server.url, { concurrency: 1, pauseMs: 100, requests: 3, stepMs: 5000 });
    expect(samples.length).toBe(3);
    expect(new Set(samples.map(({ outcome }) => outcome.class))).toEqual(new Set(['capacity']));
  });
});

describe('servers that answer strangely', () => {
  test('too late: a time limit of the request', async () => {
    const server = await raw((socket, nth) => {
      if (nth > 0) socket.write(head() + answer);
    });
    const { samples } = await step(server.url, { concurrency: 1, requests: 2, timeoutMs: 1000, stepMs: 3000 });
    expect(samples.map(({ outcome }) => `${outcome.class} ${outcome.reason}`)).toEqual(['timeout headers', 'ok answered']);
    expect(samples[0]?.tookMs).toBeGreaterThan(900);
  });

  test('with an early hint before the answer, or an answer nobody asked for', async () => {
    const server = await raw((socket) => {
      socket.write('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n');
      socket.write(head() + answer + head() + answer);
    });
    const { samples } = await step(server.url, { concurrency: 1, requests: 5, stepMs: 5000 });
    expect(samples.length).toBe(5);
    expect(new Set(samples.map(({ outcome }) => outcome.class))).toEqual(new Set(['ok']));
  });

  test.each([
    ['of a length', 'Content-Length: 1000000000000', ''],
    ['in chunks', 'Transfer-Encoding: chunked', 'ffff\r\n'],
  ])('with a reply %s that has no end: it is given up, and the next one is read', async (_, header, before) => {
    const part = `${before}${'x'.repeat(0xffff)}${before === '' ? '' : '\r\n'}`;
    const server = await raw((socket, nth) => {
      if (nth > 0) {
        socket.write(head() + answer);
        return;
      }
      const flood = () => {
        while (!socket.destroyed && socket.write(part));
      };
      socket.on('drain', flood);
      socket.write(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${header}\r\n\r\n`);
      flood();
    });
    const { samples } = await step(server.url, { concurrency: 1, requests: 2, stepMs: 20_000 });
    expect(samples.map(({ outcome, message }) => [outcome.class, message])).toEqual([
      ['truncated', 'a reply of more than 32 MB'],
      ['ok', undefined],
    ]);
  });

  test('with something that is not HTTP', async () => {
    const server = await raw((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'));
    const { samples } = await step(server.url, { concurrency: 1, requests: 2, stepMs: 5000 });
    expect(samples.map(({ outcome }) => outcome.class)).toEqual(['connection', 'connection']);
  });
});

test('the time of a request is that of its own reply, with a server that always takes a second', async () => {
  const server = await slotsServer({ serviceMs: 1000 });
  const { answerMs, answered } = figuresOf(await step(server.url, { concurrency: 8, stepMs: 1900 }));
  expect(answered).toBe(16);
  expect(answerMs.p50).toBeGreaterThan(980);
  expect(answerMs.p50).toBeLessThan(1020);
});
