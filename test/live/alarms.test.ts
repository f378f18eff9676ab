import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { AlarmCall } from '../../harness/alarm/call.ts';
import type { Summary } from '../../reports/result/summary.ts';
import { atCapacity, folderWith, readJson } from '../cli/at-capacity.ts';

const scenario = `
time: { length: 20s }
provider: { models: { big: { slots: 4, service: 100ms } }, faults: [ { errors: { share: 1, as: auth } } ] }
workload: { arrivals: { poisson: { rate: 5/s } } }
strategies: [ { name: naive } ]
`;

test('a live run tells of an alarm once a spell: a webhook, a command, stderr and the report', async () => {
  const posted: AlarmCall[] = [];
  const hook = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    posted.push(JSON.parse(body));
    response.end();
  });
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void hook.close());
  const webhook = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`;
  const cwd = folderWith({ 'one.yaml': `${scenario}alarm: [ { on: [auth, quota] } ]\n` });
  const told = ['--alarm-webhook', webhook, '--alarm-command', 'printf %s "$AT_CAPACITY_ALARM" > told.json'];
  const { code, stdout, stderr } = await atCapacity(['run', 'one.yaml', '--live', '--time-scale', '20', '--out', 'out', ...told], { cwd });
  expect(code, stderr).toBe(0);
  const call = { alarm: 'on auth', state: 'raised', message: 'naive: an attempt failed with auth; no retry mends that' };
  expect(posted).toEqual([{ ...call, at: expect.stringMatching(/^\d{4}-.*Z$/) }]);
  expect(readJson(cwd, 'told.json')).toEqual(posted[0]);
  expect(stderr.split(`alarm raised: ${call.alarm}: ${call.message}`)).toHaveLength(2);
  expect(stdout).toContain('on auth: raised once');
  const { strategies } = readJson(cwd, 'out', 'summary.json') as Summary;
  expect(strategies[0]?.alarms).toMatchObject([{ rule: 'on auth', replication: 0, until: null, value: null, cause: null }]);
});

test.each([
  [['--live', '--alarm-webhook', 'nowhere'], '--alarm-webhook expected an address'],
  [['--alarm-command', 'true'], '--alarm-command belongs to --live'],
  [['--parity', '--alarm-command', 'true'], '--alarm-command has no place in --parity'],
  [['--live', '--alarm-command', 'true'], '--alarm-command the scenario has no alarm: to tell of'],
])('%j without alarm: is wrong use', async (args, message) => {
  const cwd = folderWith({ 'one.yaml': scenario });
  const { code, stderr } = await atCapacity(['run', 'one.yaml', ...args], { cwd });
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});
