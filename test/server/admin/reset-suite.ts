import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { chat, listening, post } from '../served.ts';
import { administered } from './administered.ts';

const limited = { slots: 2, service: '10ms', quota: { rpm: 60, burst: 3 } };
const scenario = { provider: { models: { big: limited }, faults: [{ script: { per: 'arrival', replies: [{ refuse: 'auth' }] } }] } };

describe('POST /_admin/reset', () => {
  test('everything is as at the start: time, books, quotas, faults, curves, scripts, luck', async () => {
    const { ask, call, state, time } = await administered(scenario);
    const before = await state();
    const first = [await call(), await call(), await call(), await call()];
    expect(first).toEqual([401, 200, 200, 429]);
    await ask('PUT', 'pools/big/slots', { slots: 0 });
    await ask('POST', 'faults', { outage: {} });
    await ask('DELETE', 'faults/faults.0');
    await time.pass(5000);
    const { status, body } = await ask('POST', 'reset');
    expect([status, body]).toEqual([200, before]);
    expect(await state()).toEqual(before);
    expect([await call(), await call(), await call(), await call()]).toEqual(first);
    expect((await state()).consistent).toBe(true);
  });

  test('open answers end, and their slots are free', async () => {
    const { port, state, url } = await listening({ provider: { models: { big: { slots: 2, service: '60s', queue: { length: 1 } } } } });
    const calls = [post(port, chat({ stream: true })), post(port, chat()), post(port, chat())].map((call) =>
      call.then(
        ({ broken }) => broken,
        (error: NodeJS.ErrnoException) => error.code,
      ),
    );
    while ((await state()).requests.open !== 3) await new Promise((resolve) => setTimeout(resolve, 5));
    await fetch(`${url}/_admin/reset`, { method: 'POST' });
    expect(await Promise.all(calls)).toEqual(['ECONNRESET', 'ECONNRESET', 'ECONNRESET']);
    const after = await state();
    expect([after.requests.open, after.requests.attempts, after.providers.default?.pools.big?.busy, after.consistent]).toEqual([
      0,
      0,
      0,
      true,
    ]);
  });

  test('a request that is still arriving is the first of the new time', async () => {
    const { port, state, url } = await listening({ provider: { models: { big: { slots: 2, service: '10ms' } } } });
    const body = JSON.stringify(chat());
    const head = `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.write(head + body.slice(0, 10));
    while ((await state()).requests.uploading !== 1) await new Promise((resolve) => setTimeout(resolve, 5));
    await fetch(`${url}/_admin/reset`, { method: 'POST' });
    expect((await state()).requests).toMatchObject({ received: 1, uploading: 1 });
    socket.write(body.slice(10));
    while (text === '') await new Promise((resolve) => setTimeout(resolve, 5));
    socket.destroy();
    expect(text.startsWith('HTTP/1.1 200')).toBe(true);
    const { requests, consistent } = await state();
    expect([requests.received, requests.uploading, requests.answered, consistent]).toEqual([1, 0, 1, true]);
  });
});

test('a connection that is about to be lost is lost all the same', async () => {
  const { port, url } = await listening({ provider: { models: { big: { slots: 1, service: '1ms' } } } });
  const headers = { 'content-type': 'application/json' };
  await fetch(`${url}/_admin/faults`, { method: 'POST', headers, body: JSON.stringify({ outage: { as: 'reset' } }) });
  const call = post(port, chat());
  const lost = expect(call).rejects.toMatchObject({ code: 'ECONNRESET' });
  // Some of these resets fall between the decision and the loss.
  for (let i = 0; i < 20; i++) await fetch(`${url}/_admin/reset`, { method: 'POST' });
  await lost;
});
