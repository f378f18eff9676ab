import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { built, oneModel } from '../served.ts';

const cases: readonly (readonly [string, string | Buffer, Readonly<Record<string, string>>, number])[] = [
  ['text that is no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), {}, 400],
  ['no JSON', '{"outage":', {}, 400],
  ['a compressed body', gzipSync('{}'), { 'content-encoding': 'gzip' }, 415],
  ['another type', 'a=b', { 'content-type': 'text/plain' }, 415],
  ['too much', JSON.stringify({ pad: 'x'.repeat(1000) }), {}, 413],
  ['a prototype', '{"__proto__":{"outage":{}}}', {}, 400],
];

test('a body that the admin API cannot read is a problem of whoever sends it', async () => {
  const server = await built(oneModel({ slots: 1, service: '1ms' }), { bodyLimit: 1000 });
  for (const [what, payload, headers, status] of cases) {
    const reply = await server.inject({
      method: 'POST',
      url: '/_admin/faults',
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    });
    expect([what, reply.statusCode, reply.json()]).toEqual([what, status, { problems: [expect.any(String)] }]);
  }
});

test('a body that is not there may have any type, where none is needed', async () => {
  const server = await built(oneModel({ slots: 1, service: '1ms' }));
  const status = async (method: 'POST' | 'PUT' | 'DELETE', path: string, type: string) =>
    (await server.inject({ method, url: `/_admin/${path}`, headers: { 'content-type': type } })).statusCode;
  for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain']) {
    expect(await status('POST', 'reset', type)).toBe(200);
    expect(await status('DELETE', 'curves', type)).toBe(200);
    expect(await status('POST', 'faults', type)).toBe(400);
  }
});

test('the index names every call, and so does whoever asks for one that is not there', async () => {
  const server = await built(oneModel({ slots: 1, service: '1ms' }));
  const { calls } = (await server.inject('/_admin')).json<{ readonly calls: readonly string[] }>();
  expect(calls).toEqual(
    expect.arrayContaining(['GET /_admin', 'GET /_admin/state', 'PUT /_admin/pools/:pool/slots', 'POST /_admin/reset']),
  );
  expect((await server.inject('/_admin/nothing')).json()).toEqual({
    problems: ['no GET /_admin/nothing; GET /_admin says what there is'],
  });
});
