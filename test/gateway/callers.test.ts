import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { call, models, opened, upstream } from './opened.ts';

const body = JSON.stringify(call());
const asked = `POST /v1/chat/completions HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

function caller(port: number): Socket & { heard: string } {
  const socket = Object.assign(connect(port, '127.0.0.1'), { heard: '' });
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    socket.heard += String(chunk);
  });
  return socket;
}

const soon = { timeout: 20_000 };

test('who leaves with several calls on one connection leaves none behind', async () => {
  const { port, gateway, provider } = await opened(models({ faults: [{ hang: { share: 1 } }] }), {});
  const socket = caller(port);
  socket.write(asked.repeat(3));
  await expect.poll(async () => (await provider.state()).requests.open, soon).toBe(3);
  socket.destroy();
  await expect.poll(() => gateway.status().requests, soon).toMatchObject({ left: 3, open: 0 });
  await expect.poll(async () => (await provider.state()).requests.open, soon).toBe(0);
});

test('who leaves before the call has come whole has made none, and is not counted as at fault', async () => {
  const { port, gateway, rows } = await opened(models(), {});
  const socket = caller(port);
  await new Promise((resolve) => socket.write(asked.slice(0, -5), resolve));
  socket.end();
  await expect.poll(() => gateway.status().requests, soon).toMatchObject({ left: 1, rejected: 0, open: 0 });
  expect(rows).toEqual([]);
});

test('who waits in the line, or for a permit, leaves no place taken', async () => {
  const full = models({ faults: [{ errors: { share: 1, as: 'capacity' } }] });
  const parked = await opened(full, { route: ['flagship'], park: { every: '1h' } });
  const waits = caller(parked.port);
  waits.write(asked);
  await expect.poll(() => parked.gateway.status().waiting, soon).toBe(1);
  waits.destroy();
  await expect.poll(() => parked.gateway.status(), soon).toMatchObject({ waiting: 0, requests: { left: 1, open: 0 } });

  const queued = await opened(models({ faults: [{ hang: { share: 1 } }] }), { limit: 1 });
  const [holds, second] = [caller(queued.port), caller(queued.port)];
  holds.write(asked);
  await expect.poll(() => queued.gateway.status().requests.open, soon).toBe(1);
  second.write(asked);
  await expect.poll(() => queued.gateway.status().requests.open, soon).toBe(2);
  second.destroy();
  await expect.poll(() => queued.gateway.status().requests, soon).toMatchObject({ left: 1, open: 1 });
  holds.destroy();
  await expect.poll(() => queued.gateway.status().requests, soon).toMatchObject({ left: 2, open: 0 });
  expect(queued.gateway.status().models.map(({ inFlight }) => inFlight)).toEqual([0]);
});

test('closing takes no more calls and lets slow readers have all of theirs', async () => {
  const content = 'x'.repeat(6_000_000);
  let release = (): void => {};
  const url = await upstream((_request, response) => {
    release = () =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ choices: [{ message: { content } }] }));
  });
  const { port, gateway } = await opened(models(), {}, { upstream: () => url });
  const slow = caller(port);
  slow.pause();
  const late = caller(port);
  late.write('GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\nPOST');
  await expect.poll(() => late.heard, soon).toContain('200 OK');
  slow.write(asked);
  await expect.poll(() => gateway.status().requests.open, soon).toBe(1);
  await expect.poll(() => String(release), soon).toContain('writeHead');
  const closed = gateway.close(60_000);
  late.write(asked.slice('POST'.length));
  await expect.poll(() => late.heard, soon).toContain('503');
  expect(late.heard).toContain('Many people are asking right now');
  release();
  await expect.poll(() => gateway.status().requests, soon).toMatchObject({ first: 1, busy: 1, open: 0 });
  slow.resume();
  await closed;
  await expect.poll(() => slow.heard.length, soon).toBeGreaterThan(content.length);
});

test('closing waits for a call whose body is still coming, and answers it', async () => {
  const { port, gateway } = await opened(models(), {});
  const slow = caller(port);
  const [head, rest] = [asked.slice(0, -5), asked.slice(-5)];
  const coming = new Promise((resolve) => gateway.server.server.once('request', resolve));
  slow.write(head);
  await coming;
  const closed = gateway.close(60_000);
  slow.write(rest);
  await closed;
  await expect.poll(() => slow.heard, soon).toContain('"object":"chat.completion"');
  expect(gateway.status().requests).toMatchObject({ first: 1, busy: 0, open: 0 });
});
