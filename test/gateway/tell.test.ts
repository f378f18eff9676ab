import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { AlarmCall } from '../../harness/alarm/call.ts';
import { tellBy } from '../../harness/alarm/tell.ts';
import { post } from '../server/served.ts';
import { call, models, opened } from './opened.ts';

const alarm: AlarmCall = { alarm: 'auth', state: 'raised', at: '2026-01-01T00:00:00.000Z', message: 'the key is refused' };

/** What is said of an alarm that could not be told. */
async function failuresOf(how: Omit<Parameters<typeof tellBy>[0], 'failed'>, count = 1): Promise<readonly string[]> {
  const failures: string[] = [];
  tellBy({ ...how, failed: (reason) => failures.push(reason) })(alarm);
  await expect.poll(() => failures.length, { timeout: 20_000 }).toBe(count);
  return failures;
}

test.each<[string, string]>([
  ['echo one >&2; echo no such channel >&2; exit 3', 'command: ended with 3: no such channel'],
  ['exit 4', 'command: ended with 4'],
  ['kill -9 $$', 'command: ended by SIGKILL'],
  // Whatever is left running holds the command's stderr.
  ['sleep 5 & exit 5', 'command: ended with 5'],
])('a command that fails is said: %s', async (command, expected) => {
  expect(await failuresOf({ command })).toEqual([expected]);
});

test('a command that does not end is stopped, and said', async () => {
  expect(await failuresOf({ command: 'exec sleep 60', patienceMs: 50 })).toEqual(['command: took longer than 0.05 s and was stopped']);
});

test('a webhook that hangs, is not there or answers with an error is said, and no call waits for it', async () => {
  const hook = createServer((request, response) => {
    if (request.url === '/error') response.writeHead(500).end('no');
  });
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}`;
  try {
    expect(await failuresOf({ webhook: `${url}/hang`, patienceMs: 50 })).toEqual(['webhook: no answer in time']);
    expect(await failuresOf({ webhook: `${url}/error` })).toEqual(['webhook: answered 500']);
    expect((await failuresOf({ webhook: 'http://127.0.0.1:1/' })).join()).toMatch(/^webhook: fetch failed/);
    // Neither ends before the test does.
    const alarmed = tellBy({ webhook: `${url}/hang`, command: 'exec sleep 5', patienceMs: 20_000, failed: () => {} });
    const refused = models({ faults: [{ errors: { share: 1, as: 'auth', models: ['flagship'] } }] });
    const raised: string[] = [];
    const { port } = await opened(
      refused,
      { route: ['flagship'] },
      {
        alarmed: (one) => {
          raised.push(one.alarm);
          alarmed(one);
        },
      },
    );
    for (const expected of [502, 502, 502]) expect((await post(port, call())).status).toBe(expected);
    expect(raised).toEqual(['auth']);
  } finally {
    hook.closeAllConnections();
    hook.close();
  }
});
