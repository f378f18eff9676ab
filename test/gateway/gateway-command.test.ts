import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { atCapacity, folderWith, type Started, start } from '../cli/at-capacity.ts';
import { json, listening, post } from '../server/served.ts';
import { call, models, scripted } from './opened.ts';

async function begun(args: readonly string[], cwd = folderWith()): Promise<Started & { readonly port: number }> {
  const started = start(['gateway', '--port', '0', ...args], { cwd });
  await started.until('Ctrl-C ends it.');
  const { port } = new URL(/^OPENAI_BASE_URL=(.*)$/m.exec(started.stdout())?.[1] ?? '');
  return { ...started, port: Number(port) };
}

async function stopped({ child, finished }: Started) {
  child.kill('SIGINT');
  return finished;
}

describe('gateway', () => {
  test('passes calls on, says every switch, records everything, and at its end where requests ended', async () => {
    const provider = await listening(models({ faults: [scripted(['flagship'], [{ refuse: 'capacity' }])] }));
    const cwd = folderWith();
    const started = await begun(
      ['--strategy', 'small-team', '--models', 'flagship,light', '--upstream', `${provider.url}/v1`, '--record', 'calls.csv'],
      cwd,
    );
    expect(started.stdout()).toContain('Every call goes through small-team: flagship, then light.');
    expect((await post(started.port, call())).status).toBe(200);
    expect((await post(started.port, call())).status).toBe(200);
    const { code, stdout, stderr } = await stopped(started);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z fallback: request 0 from flagship to light: capacity \(overloaded\)$/m);
    expect(stdout).toContain('Requests: 1 answered at once, 1 answered by another model.');
    expect(stdout).toContain('flagship: 2 attempts, 1 ok, 1 at capacity, 0 failed otherwise');
    expect(readFileSync(join(cwd, 'calls.csv'), 'utf8').trimEnd().split('\n')).toHaveLength(6);
    const report = await atCapacity(['report', 'calls.csv', '--fallbacks'], { cwd });
    expect([report.code, report.stdout]).toEqual([
      0,
      expect.stringMatching(/2 requests, 1 with a fallback \(50\.0 %\)\n +1 {2}flagship to light: capacity\n/),
    ]);
    const asJson = JSON.parse((await atCapacity(['report', 'calls.csv', '--fallbacks', '--json'], { cwd })).stdout);
    expect(asJson).toMatchObject({
      weeks: [{ requests: 2, withFallback: 1, ways: [{ from: 'flagship', to: 'light', cause: 'capacity', count: 1 }] }],
    });
  });

  test('takes a strategy of a scenario, and one of a file with its own route; other texts', async () => {
    const provider = await listening(models({ faults: [{ errors: { share: 1, as: 'capacity' } }] }));
    const scenario =
      'provider: { models: { flagship: { slots: 1 } } }\nworkload: { arrivals: { poisson: { rate: 1/s } } }\nstrategies: [ { name: a }, { name: b, retry: { fixed: 1ms, attempts: 3 } } ]\n';
    const cwd = folderWith({ 'day.yaml': scenario, 'mine.yaml': 'route: [flagship, light]\n', 'texts.yaml': 'busy: Gleich wieder.\n' });
    const one = await begun(['--strategy', 'day.yaml', '--only', 'b', '--upstream', provider.url, '--texts', 'texts.yaml'], cwd);
    const reply = await post(one.port, call());
    expect([reply.status, json(reply).error.message, reply.headers['x-at-capacity-attempts']]).toEqual([503, 'Gleich wieder.', '3']);
    await stopped(one);
    const other = await begun(['--strategy', 'mine.yaml', '--upstream', provider.url], cwd);
    expect((await post(other.port, call())).headers['x-at-capacity-attempts']).toBe('2');
    await stopped(other);
  });

  test('tells of an alarm by webhook and by command', async () => {
    const heard: unknown[] = [];
    const hook = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk) => {
        text += String(chunk);
      });
      request.on('end', () => {
        heard.push(JSON.parse(text));
        response.end();
      });
    });
    await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
    const { port } = hook.address() as AddressInfo;
    const provider = await listening(models({ faults: [{ errors: { share: 1, as: 'auth' } }] }));
    const cwd = folderWith();
    const alarms = ['--alarm-webhook', `http://127.0.0.1:${port}/`, '--alarm-command', 'printf %s "$AT_CAPACITY_ALARM" > alarm.json'];
    const started = await begun(['--strategy', 'small-team', '--models', 'flagship,light', '--upstream', provider.url, ...alarms], cwd);
    try {
      expect((await post(started.port, call())).status).toBe(502);
      const expected = { alarm: 'auth', state: 'raised', message: expect.stringContaining('flagship') };
      await expect.poll(() => heard, { timeout: 20_000 }).toMatchObject([expected]);
      const file = join(cwd, 'alarm.json');
      await expect.poll(() => (existsSync(file) ? readFileSync(file, 'utf8') : ''), { timeout: 20_000 }).toContain('"auth"');
    } finally {
      const { stderr } = await stopped(started);
      hook.close();
      expect(stderr).toContain('alarm raised: auth: flagship');
    }
  });
});

test.each<[readonly string[], readonly string[]]>([
  [
    ['--strategy', 'none.yaml', '--upstream', 'nowhere', '--port', 'x'],
    ['--port expected', '--upstream expected an address', 'none.yaml is no file and nothing ready; ready strategies are'],
  ],
  [['--strategy', 'clock.yaml', '--upstream', 'http://127.0.0.1:9'], ['limit.schedule: a limit by the clock needs the calendar of a run']],
  [
    ['--strategy', 'small-team', '--models', 'a', '--upstream', 'http://127.0.0.1:9', '--record', '.'],
    ['. cannot be written: it is a folder'],
  ],
  [
    ['--strategy', 'small-team', '--models', 'a', '--upstream', 'http://127.0.0.1:9', '--host', 'nowhere.invalid'],
    ['--host nowhere.invalid cannot be listened on'],
  ],
])('wrong use: %j', async (args, messages) => {
  const cwd = folderWith({ 'clock.yaml': 'route: [a]\nlimit: { schedule: { steps: [{ at: 0s, value: 5 }] } }\n' });
  const { code, stdout, stderr } = await atCapacity(['gateway', ...args], { cwd });
  expect([code, stdout]).toEqual([2, '']);
  for (const message of messages) expect(stderr).toContain(message);
});
