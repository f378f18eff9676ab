import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, test } from 'vitest';
import { isLoopback } from '../../../sim/server/admin/guard.ts';
import { built, chat, listening, oneModel, post } from '../served.ts';

const scenario = oneModel({ slots: 3, service: '1ms' });
const token = 'correct-horse';

interface Asking {
  readonly host?: string;
  readonly method?: string;
  readonly address?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The status of a call with exactly these headers. */
function status(
  port: number,
  path: string,
  { host = `127.0.0.1:${port}`, method = 'GET', address = '127.0.0.1', headers = {} }: Asking = {},
) {
  return new Promise<number>((resolve, reject) => {
    const call = request({ host: address, port, path, method, setHost: false, headers: { host, ...headers } }, (response) => {
      response.destroy();
      resolve(response.statusCode ?? 0);
    });
    call.on('error', reject);
    call.end();
  });
}

const guarded = [
  '/',
  '/metrics',
  '/_admin',
  '/_admin/',
  '/_admin/state',
  '/_admin/day',
  '/_admin/events',
  '/_admin/curves',
  '/_admin/faults',
  '/_admin/journal',
  '/_admin/metrics',
];

describe('with a token', () => {
  const bearer = (text: string) => ({ headers: { authorization: text } });

  test('all of it is only for those who say it', async () => {
    const { port } = await listening(scenario, { adminToken: token });
    const wrong = [undefined, 'Bearer', 'Bearer ', `Basic ${token}`, `Bearer ${token}x`, `Bearer ${token.slice(1)}`, token];
    const right = [`Bearer ${token}`, `bearer ${token}`];
    for (const path of guarded) {
      const seen = await Promise.all([...wrong, ...right].map((text) => status(port, path, text === undefined ? {} : bearer(text))));
      expect([path, ...seen]).toEqual([path, ...wrong.map(() => 401), ...right.map(() => 200)]);
    }
  });

  test('paths that are written in another way are the same paths', async () => {
    const { port } = await listening(scenario, { adminToken: token });
    for (const path of ['/_admin/%73tate', '/%5fadmin/state', '/_admin/state?x=1', '/metrics?', '/?x'])
      expect([path, await status(port, path)]).toEqual([path, 401]);
  });

  test('what is refused is told how to ask, and nothing else', async () => {
    const { url } = await listening({ name: 'secret-name', ...scenario }, { adminToken: token });
    const reply = await fetch(`${url}/_admin/state`);
    expect([reply.headers.get('www-authenticate'), await reply.json()]).toEqual([
      'Bearer realm="at-capacity"',
      { problems: ['expected the header authorization: Bearer and the token that the server was started with'] },
    ]);
    const page = await (await fetch(url)).text();
    expect([page.includes('<script type="module">'), page.includes('secret-name'), page.includes('big')]).toEqual([true, false, false]);
  });

  test('models are for everybody', async () => {
    const { port } = await listening(scenario, { adminToken: token });
    expect([(await post(port, chat())).status, await status(port, '/health'), await status(port, '/v1/models')]).toEqual([200, 200, 200]);
  });

  test('another name of the machine will do; another site will not', async () => {
    const { port } = await listening(scenario, { adminToken: token });
    const reset = (headers: Record<string, string>) =>
      status(port, '/_admin/reset', {
        method: 'POST',
        host: 'mock.internal:4010',
        headers: { authorization: `Bearer ${token}`, ...headers },
      });
    expect([await reset({}), await reset({ origin: 'http://mock.internal:4010' }), await reset({ origin: 'http://evil.example' })]).toEqual(
      [200, 200, 403],
    );
  });
});

describe('without one', () => {
  test('all of it is for this machine, under its own names', async () => {
    const { port } = await listening(scenario);
    const own = ['127.0.0.1', `127.0.0.1:${port}`, `localhost:${port}`, 'LOCALHOST', 'app.localhost', '127.1.2.3', '[::1]:80'];
    const foreign = [
      'evil.example',
      `evil.example:${port}`,
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      '192.168.0.7',
      'xlocalhost',
      '',
    ];
    for (const path of guarded) {
      const seen = await Promise.all([...own, ...foreign].map((host) => status(port, path, { host })));
      expect([path, ...seen]).toEqual([path, ...own.map(() => 200), ...foreign.map(() => 403)]);
    }
  });

  test('a page of another site cannot change anything', async () => {
    const { port, state } = await listening(scenario);
    const calls = [
      ['POST', '/_admin/reset'],
      ['DELETE', '/_admin/journal'],
      ['DELETE', '/_admin/faults'],
      ['DELETE', '/_admin/curves'],
    ] as const;
    for (const [method, path] of calls) {
      const from = (origin: string) => status(port, path, { method, headers: { origin } });
      expect([path, await from('http://evil.example'), await from('null'), await from(`http://127.0.0.1:${port + 1}`)]).toEqual([
        path,
        403,
        403,
        403,
      ]);
      expect([path, await from(`http://127.0.0.1:${port}`), await status(port, path, { method })]).toEqual([path, 200, 200]);
    }
    expect((await state()).consistent).toBe(true);
  });

  const outside = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

  test.runIf(outside !== undefined)('nobody who comes by another address, whatever host he says', async () => {
    const server = await built(scenario);
    await server.listen({ port: 0, host: '0.0.0.0' });
    const { port } = server.server.address() as AddressInfo;
    const by = (host: string) => status(port, '/_admin/state', { address: outside ?? '', host });
    expect([await by(`${outside}:${port}`), await by('localhost')]).toEqual([401, 401]);
    expect(await status(port, '/_admin/state')).toBe(200);
  });
});

test.each([
  ['127.0.0.1', true],
  ['127.255.0.3', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['10.0.0.1', false],
  ['::ffff:10.0.0.1', false],
  ['128.0.0.1', false],
  ['127.0.0.1.example', false],
  ['', false],
])('%s is a loopback address: %s', (address, expected) => expect(isLoopback(address)).toBe(expected));
