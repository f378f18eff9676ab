import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packagePath } from '../../sim/kernel/package-root.ts';
import { atCapacity, folderWith, readJson, start } from '../cli/at-capacity.ts';
import { addressOf, answer, listening, slotsServer } from './slots-server.ts';

const quick = ['--step', '300ms', '--pause', '100ms'];
const noKey = { env: { OPENAI_API_KEY: undefined } };

const opened = 'a connection was opened';
/** Makes a program say so, and end, when it opens any connection. */
const noSockets = `--import=data:text/javascript,${encodeURIComponent(`
  import net from 'node:net';
  import { writeSync } from 'node:fs';
  net.Socket.prototype.connect = () => {
    writeSync(2, ${JSON.stringify(opened)});
    process.exit(99);
  };`)}`;

describe('what is not on this machine', () => {
  test.each(['http://192.0.2.1/v1', 'https://127.0.0.1.example/v1'])('without a yes nothing is sent to %s', async (url) => {
    const { code, stdout, stderr } = await atCapacity(['probe', url, ...quick], { env: { NODE_OPTIONS: noSockets } });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('At most 1,000 requests');
    expect(stderr).toContain('it may cost money');
    expect(stderr).toContain('URL is not on this machine: say --yes to load it. Nothing was sent\n');
    expect(stderr).not.toContain(opened);
  });

  test('the trap would have closed: on this machine a connection is opened', async () => {
    const { stderr } = await atCapacity(['probe', 'http://127.0.0.1:9/v1', ...quick], { env: { NODE_OPTIONS: noSockets } });
    expect(stderr).toContain(opened);
  });

  test('a key and how it travels are named before', async () => {
    const { stderr } = await atCapacity(['probe', 'http://192.0.2.1/v1'], { env: { OPENAI_API_KEY: 'sk-test', COLUMNS: '400' } });
    expect(stderr).toContain('with the key of OPENAI_API_KEY, unencrypted');
    expect(stderr).not.toContain('sk-test');
  });
});

describe('the answer', () => {
  test('8 slots: for people, for programs, as files', async () => {
    const server = await slotsServer({ slots: 8, serviceMs: 150, refuseMs: 5 });
    const folder = folderWith();
    const args = ['probe', `${server.url}/v1`, ...quick, '--from', '6', '--model', 'm', '--header', 'Authorization: Bearer abc'];
    const { code, stdout, stderr } = await atCapacity([...args, '--out', join(folder, 'out')], noKey);
    expect(code).toBe(0);
    // On a busy machine the goodput of 8 may look smaller than it is; what is refused does not.
    expect(stdout).toMatch(/^Limit \d+: /);
    expect(stdout).toMatch(/^> +\d+ /m);
    expect(stdout).toContain('Balance point: 8, the largest concurrency with under 1.0 % refused');
    expect(stdout).toMatch(/^ {2}at-capacity run --rate [\d.]+\/s --slots \d+ --service \d+ms$/m);
    expect(stderr).toContain('with the key of --header');
    const json = readJson(folder, 'out', 'probe.json');
    expect(json).toMatchObject({
      schemaVersion: 1,
      balancePoint: 8,
      ended: 'done',
      incomplete: false,
      model: 'm',
      sent: server.requests(),
    });
    const csv = readFileSync(join(folder, 'out', 'probe.csv'), 'utf8')
      .trimEnd()
      .split('\n');
    expect(csv.length).toBe(1 + json.steps.length);
    expect(csv[0]).toMatch(/^concurrency,sent,answered,refused,failed,/);
    expect(new Set(server.seen.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer abc']));
    expect(JSON.parse(server.bodies[0] ?? '')).toMatchObject({ model: 'm', max_tokens: 100, messages: [{ role: 'user' }] });
  });

  test('is printed even where its files can no longer be written', async () => {
    const server = await slotsServer({ slots: 8, serviceMs: 20 });
    const folder = join(folderWith(), 'out');
    const args = ['probe', `${server.url}/v1`, ...quick, '--max', '3', '--out', folder];
    const probe = start(args, noKey);
    await probe.until('without a key');
    rmSync(folder, { recursive: true, force: true });
    writeFileSync(folder, 'no folder any more');
    const { code, stdout, stderr } = await probe.finished;
    expect({ code, answer: stdout.split('\n')[0] }).toMatchObject({ code: 2, answer: expect.stringMatching(/^Limit 3 or higher: /) });
    expect(stderr).toContain('cannot be written');
  });

  test('--json alone on stdout, with the key of the environment', async () => {
    const server = await slotsServer({ serviceMs: 20 });
    const args = ['probe', server.url, ...quick, '--from', '3', '--max', '3', '--json', '--stream'];
    const { code, stdout } = await atCapacity(args, { env: { OPENAI_API_KEY: 'sk-env' } });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ limit: 3, openAbove: true, steps: [{ concurrency: 3, refused: 0, cutShort: null }] });
    expect(server.seen.at(-1)?.headers.authorization).toBe('Bearer sk-env');
    expect(JSON.parse(server.bodies.at(-1) ?? '')).toMatchObject({ stream: true });
    expect(JSON.parse(server.bodies.at(-1) ?? '')).not.toHaveProperty('model');
  });

  test('--body sends a file to the byte, for servers that speak otherwise', async () => {
    const message = '{ "model": "m",  "max_tokens": 9, "messages": [] }\n';
    const reply = JSON.stringify({ content: [{ type: 'text', text: 'one' }], usage: { output_tokens: 1 } });
    const server = await listening((_, response) => {
      setTimeout(() => response.setHeader('content-type', 'application/json').end(reply), 20);
    });
    const cwd = folderWith({ 'message.json': message });
    const args = ['probe', `${server.url}/v1/messages`, '--body', 'message.json', '--header', 'x-api-key: abc', '--max', '3', '--json'];
    const { code, stdout, stderr } = await atCapacity([...args, ...quick], { cwd, env: { OPENAI_API_KEY: 'sk-env', COLUMNS: '200' } });
    expect([code, JSON.parse(stdout).limit]).toEqual([0, 3]);
    expect(stderr).toContain('Each is message.json, with the key of --header, unencrypted.');
    expect(new Set(server.bodies)).toEqual(new Set([message]));
    expect([server.seen[0]?.url, server.seen[0]?.headers['x-api-key'], server.seen[0]?.headers.authorization]).toEqual([
      '/v1/messages',
      'abc',
      undefined,
    ]);
  });

  test('a certificate that somebody vouches for', async () => {
    const file = (name: string) => packagePath('test', 'probe', 'tls', name);
    const server = createServer({ cert: readFileSync(file('cert.pem')), key: readFileSync(file('key.pem')) }, (request, response) => {
      request.resume().on('end', () => setTimeout(() => response.setHeader('content-type', 'application/json').end(answer), 20));
    });
    const { port } = new URL(await addressOf(server));
    const args = ['probe', `https://localhost:${port}/v1`, ...quick, '--max', '3', '--quiet'];
    const { code, stdout } = await atCapacity(args, { env: { NODE_EXTRA_CA_CERTS: file('cert.pem') } });
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^Limit 3 or higher: .*\n$/) });
  });
});

describe('what cannot be decided', () => {
  test('nobody there', async () => {
    // Nobody may listen on port 1 without being root.
    const { code, stdout } = await atCapacity(['probe', 'http://127.0.0.1:1/v1', ...quick]);
    expect(code).toBe(4);
    expect(stdout).toContain('Cannot decide: no step was finished with an answer.');
    expect(stdout).toContain('Stopped: no connection: connect ECONNREFUSED 127.0.0.1:1.');
  });

  test('everything is refused', async () => {
    const server = await slotsServer({ slots: 0 });
    const { code, stdout } = await atCapacity(['probe', server.url, ...quick]);
    expect(code).toBe(4);
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      '3 at once had no answer at all: capacity, 503, Our servers are currently overloaded. Please try again later. ',
    );
  });

  test('answers of another interface, unless the body is of one’s own', async () => {
    const server = await listening((_, response) => {
      setTimeout(() => response.setHeader('content-type', 'application/json').end('{"generated_text":"hi"}'), 20);
    });
    const cwd = folderWith({ 'own.json': '{"inputs":"hi"}' });
    const asked = await atCapacity(['probe', `${server.url}/generate`, ...quick, '--max', '3'], { cwd, ...noKey });
    expect(asked.code).toBe(4);
    expect(asked.stdout.replace(/\s+/g, ' ')).toContain('is no chat completion. If the server speaks otherwise, give the path and --body.');
    const own = await atCapacity(['probe', `${server.url}/generate`, ...quick, '--max', '3', '--body', 'own.json', '--json'], {
      cwd,
      ...noKey,
    });
    expect([own.code, JSON.parse(own.stdout).limit]).toEqual([0, 3]);
  });

  test('a page that moves', async () => {
    const server = await listening((_, response) => response.writeHead(308, { location: 'http://192.0.2.1/' }).end());
    const { code, stdout } = await atCapacity(['probe', server.url, ...quick]);
    expect(code).toBe(4);
    expect(stdout.replace(/\s+/g, ' ')).toContain('Stopped: the address redirects to http://192.0.2.1/; give the right one');
  });

  test('an error whose text would move the cursor', async () => {
    const body = JSON.stringify({ error: { message: 'no\u001b[31m such\nkey\u202e', code: 'invalid_api_key' } });
    const server = await listening((_, response) => response.writeHead(401, { 'content-type': 'application/json' }).end(body));
    const { code, stdout, stderr } = await atCapacity(['probe', server.url, ...quick]);
    expect(code).toBe(4);
    expect(stdout).toContain('asking again does not help: no\\u{1b}[31m such\\u{a}key\\u{202e}.');
    for (const hidden of ['\u001b', '\u202e']) expect(stdout + stderr).not.toContain(hidden);
  });
});

test('a program that was suspended in the midst of a step says so, and the step does not count', async () => {
  const server = await slotsServer({ slots: 8, serviceMs: 20 });
  const probe = start(['probe', `${server.url}/v1`, '--step', '3s', '--max', '3', '--json'], noKey);
  await expect.poll(() => server.requests(), { timeout: 20_000 }).toBeGreaterThan(3);
  probe.child.kill('SIGSTOP');
  await new Promise((resolve) => setTimeout(resolve, 2500));
  probe.child.kill('SIGCONT');
  const { code, stdout } = await probe.finished;
  expect(code).toBe(4);
  expect(JSON.parse(stdout)).toMatchObject({ ended: 'stalled', limit: null, steps: [{ concurrency: 3, cutShort: 'stalled' }] });
});

test('Ctrl-C prints what was measured, marked incomplete, and ends with 130', async () => {
  const server = await slotsServer({ serviceMs: 50 });
  const running = start(['probe', server.url, '--step', '1s', '--json']);
  while (server.most() < 5) await new Promise((resolve) => setTimeout(resolve, 10));
  running.child.kill('SIGINT');
  const { code, stdout, stderr } = await running.finished;
  expect([code, stderr.includes('Stopping')]).toEqual([130, true]);
  const { incomplete, ended, steps, limit } = JSON.parse(stdout);
  expect({ incomplete, ended, limit }).toEqual({ incomplete: true, ended: 'interrupted', limit: 4 });
  expect(steps.map(({ concurrency, cutShort }: { concurrency: number; cutShort: string | null }) => [concurrency, cutShort])).toEqual([
    [3, null],
    [4, null],
    [5, 'interrupted'],
  ]);
  for (const { sent, answered, refused, failed, cancelled } of steps) expect(sent).toBe(answered + refused + failed + cancelled);
});

test('what is wrong with a body, and what has no place beside one', async () => {
  const cwd = folderWith({ 'no.json': '{' });
  const args = ['probe', 'http://localhost:1', '--body', 'no.json', '--model', 'm', '--prompt', 'p', '--max-tokens', '3', '--stream'];
  const { code, stderr } = await atCapacity(args, { cwd });
  expect(code).toBe(2);
  for (const option of ['--model', '--prompt', '--max-tokens', '--stream'])
    expect(stderr).toContain(`${option} has no place beside --body`);
  expect(stderr).toContain('no.json expected JSON');
  expect(await atCapacity(['probe', 'http://localhost:1', '--body', 'gone.json'], { cwd })).toMatchObject({
    code: 2,
    stderr: 'gone.json no such file\n',
  });
});

test('everything that is wrong with a command line, at once', async () => {
  const args = ['nonsense', '--from', '0', '--max', '501', '--step', '5', '--timeout', '10ms', '--balance', '2', '--max-requests', 'many'];
  const more = ['--header', 'no colon', '--header', 'Host: x', '--header', 'A: b\nC: d', '--pause', '2h', '--out', ''];
  const { code, stdout, stderr } = await atCapacity(['probe', ...args, ...more], { env: { OPENAI_API_KEY: 'a\nb' } });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  const said = ['URL', '--from', '--max', '--step', '--timeout', '--balance', '--max-requests', '--pause', '--out', 'OPENAI_API_KEY'];
  for (const option of said) expect(stderr).toMatch(new RegExp(`^${option} `, 'm'));
  expect(stderr.match(/^--header /gm)).toHaveLength(3);
});
