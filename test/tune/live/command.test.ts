import { readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { atCapacity, folderWith, readJson, start } from '../../cli/at-capacity.ts';
import { listening, slotsServer } from '../../probe/slots-server.ts';

/** Bounds that a few dozen requests without a failure show. */
const scenario = `
time: { length: 1m }
provider:
  models: { big: { slots: 8, service: 250ms, refuseAfter: 0ms } }
workload: { arrivals: { poisson: { rate: 30/s } }, sizes: { input: 40, output: 7 }, stream: false }
slo: { errorRate: 0.1, latency: { p90: 2s } }
strategies: [ { name: limited, limit: { fixed: 4, queue: { maxWait: 5s } } } ]
`;

const noKey = { env: { OPENAI_API_KEY: undefined } };
const quick = ['--step', '500ms', '--pause', '100ms'];

interface Value {
  readonly value: number;
  readonly goodputPerSecond: number;
  readonly firstAttemptRefusedRate: number | null;
  readonly standing: string;
  readonly within: boolean;
}

/** The command's answer against this address. */
async function tuned(url: string, more: readonly string[] = [], text = scenario, cwd = folderWith({ 'my.yaml': text })) {
  const { code, stdout, stderr } = await atCapacity(['tune', 'my.yaml', '--live', url, ...quick, '--json', ...more], { cwd, ...noKey });
  return { code, stderr, answer: JSON.parse(stdout) as ReturnType<typeof readJson> & { readonly tried: readonly Value[] } };
}

describe('against our own serve', () => {
  test.each([8, 4])('%i slots of a quarter of a second are found', async (slots) => {
    const folder = folderWith({ 'my.yaml': scenario });
    const served = start(['serve', join(folder, 'my.yaml'), '--port', '0', '--set', `provider.models.big.slots=${slots}`]);
    try {
      await served.until('Ctrl-C ends it');
      const base = /^OPENAI_BASE_URL=(\S+)$/m.exec(served.stdout())?.[1] ?? '';
      const { code, answer } = await tuned(base, ['--step', '1s', '--max', String(slots + 3)], scenario, folder);
      expect({ code, ...answer }).toMatchObject({
        code: 0,
        status: 'found',
        value: slots,
        fleetValue: slots,
        balancePoint: slots,
        settings: { limit: slots },
        binding: null,
        incomplete: false,
        live: { model: 'big', dialect: 'openai', inputTokens: 40, maxTokens: 7, stream: false },
      });
      expect(answer.verdict).toMatch(new RegExp(`^Ship limit ${slots} for limited: errors 0 %, p95 `));
      expect(answer.reason).toContain(`One step from ${slots} at once: ${slots - 1} has `);
      for (const { value, within, firstAttemptRefusedRate } of answer.tried as readonly Value[]) {
        if (value > slots) expect([value, within, (firstAttemptRefusedRate ?? 0) > 0]).toEqual([value, false, true]);
      }
    } finally {
      served.child.kill('SIGINT');
      await served.finished;
    }
  });
});

describe('the answer', () => {
  test('fast refusals make no higher limit look better; three to begin with, and never many more than are served', async () => {
    const server = await slotsServer({ slots: 4, serviceMs: 100, refuseMs: 1 });
    const { code, answer, stderr } = await tuned(`${server.url}/v1`, ['--pause', '20ms']);
    expect([code, answer.value]).toEqual([0, 4]);
    // Refused so often that one step shows it: the ramp goes no further.
    expect(server.most()).toBeLessThanOrEqual(6);
    expect(answer.tried[0].value).toBe(3);
    expect(answer.cost.requests).toBe(server.requests());
    expect(stderr).toContain('At most 1,000 requests');
    expect(JSON.parse(server.bodies[0] ?? '')).toMatchObject({ model: 'big', max_tokens: 7 });
  });

  test('where three are too many already, fewer are tried', async () => {
    const server = await slotsServer({ slots: 2, serviceMs: 50 });
    const { code, answer } = await tuned(server.url);
    expect([code, answer.value, answer.tried.map(({ value }: Value) => value).slice(0, 3)]).toEqual([0, 2, [1, 2, 3]]);
  });

  test('of several clients each has its share, and with more clients than slots none is safe', async () => {
    const server = await slotsServer({ slots: 4, serviceMs: 50 });
    const two = await tuned(server.url, ['--set', 'workload.clients=2']);
    expect([two.code, two.answer.value, two.answer.fleetValue]).toEqual([0, 2, 4]);
    expect(two.answer.verdict).toContain('Ship limit 2 (4 at once for 2 clients) for limited');
    const nine = await tuned(server.url, ['--set', 'workload.clients=9']);
    expect([nine.code, nine.answer.status, nine.answer.value]).toEqual([3, 'none', null]);
    const fleet = await tuned(server.url, ['--set', 'workload.clients=9', '--set', 'strategies.limited.limit.per=fleet']);
    expect([fleet.code, fleet.answer.value, fleet.answer.fleetValue]).toEqual([0, 4, 4]);
  });

  test('a bound on the first token that the server never keeps: none is safe, with what stands in the way', async () => {
    const event = (delta: object) => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`;
    const server = await listening((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      setTimeout(() => response.end(`${event({ content: 'one' })}data: [DONE]\n\n`), 60);
    });
    const text = scenario.replace('stream: false', 'stream: true').replace('errorRate: 0.1', 'firstTokenMs: { p90: 20ms }');
    const { code, answer } = await tuned(server.url, [], text);
    expect([code, answer.status, answer.value, answer.tried.map(({ value }: Value) => value)]).toEqual([3, 'none', null, [1, 2, 3]]);
    expect(answer.binding).toMatch(/^firstTokenMs\.p90 ≤ 20 ms \(is \d+/);
    expect(answer.verdict).toContain('None is safe: no limit from 1 to 3 meets every bound');
  });

  test('bounds that a ramp cannot judge are named, and are not said to be met', async () => {
    const server = await slotsServer({ slots: 8, serviceMs: 50 });
    const { code, answer } = await tuned(server.url, ['--max', '3', '--set', 'slo.amplification=1.2']);
    expect([code, answer.unmeasured]).toEqual([0, ['amplification']]);
    expect(answer.verdict).toContain('; not measured: amplification');
    expect(answer.reason).not.toContain('amplification ≤');
  });

  test('too few requests to show the bounds: a best guess, and what would make it surer', async () => {
    const server = await slotsServer({ slots: 8, serviceMs: 50 });
    const { code, answer } = await tuned(server.url, ['--max', '4', '--max-requests', '60', '--set', 'slo.errorRate=0.001']);
    expect([code, answer.status, answer.value, server.requests()]).toEqual([4, 'undecided', null, 60]);
    expect(answer.verdict).toMatch(/^Cannot decide: limit \d is the best guess; \d+ requests do not show errorRate ≤ 0\.1 % \(is 0 %\)/);
    expect(answer.reason).toContain('More requests make it surer');
  });

  test('for people, as one sentence, and as a file in the place of what an earlier run left', async () => {
    const server = await slotsServer({ slots: 4, serviceMs: 50 });
    const folder = folderWith({ 'my.yaml': scenario });
    const args = ['tune', 'my.yaml', '--live', server.url, ...quick];
    const { code, stdout } = await atCapacity([...args, '--out', 'out'], { cwd: folder, ...noKey });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Ship limit 4 for limited: /);
    expect(stdout).toMatch(/^> +4 +[\d.]+\/s +0 % +met +\d+$/m);
    expect(stdout.replace(/\s+/g, ' ')).toContain('queue, retries and fallbacks of the strategy had no part in it');
    expect(readdirSync(join(folder, 'out'))).toEqual(['tune.json']);
    expect(readJson(folder, 'out', 'tune.json')).toMatchObject({ schemaVersion: 1, status: 'found', value: 4 });
    const line = await atCapacity([...args, '--quiet'], { cwd: folder, ...noKey });
    expect(line).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^Ship limit 4 for limited: .*\n$/) });
  });
});

describe('no number comes of', () => {
  const error = (status: number, body: object, headers = {}) =>
    listening((_, response) => response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body)));

  test('a server that fails everything', async () => {
    const server = await error(500, { error: { message: 'boom' } });
    const { code, answer } = await tuned(server.url);
    expect([code, answer.status, answer.value, answer.interval]).toEqual([4, 'nothing', null, null]);
    expect(answer.reason).toContain('3 at once had no answer at all: server_error, 500, boom.');
  });

  test('one that refuses everything, at once', async () => {
    const server = await slotsServer({ slots: 0 });
    const { code, answer } = await tuned(server.url);
    expect([code, answer.status, answer.value]).toEqual([4, 'nothing', null]);
    expect(server.most()).toBe(3);
  });

  test('a wrong key: once is enough, and its words move no cursor', async () => {
    const server = await error(401, { error: { message: 'no\u001b[31m key\u202e', code: 'invalid_api_key' } });
    const cwd = folderWith({ 'my.yaml': scenario });
    const { code, stdout } = await atCapacity(['tune', 'my.yaml', '--live', server.url, ...quick], { cwd, ...noKey });
    expect([code, server.requests()]).toEqual([4, 3]);
    expect(stdout.replace(/\s+/g, ' ')).toContain('asking again does not help: no\\u{1b}[31m key\\u{202e}.');
    for (const hidden of ['\u001b', '\u202e']) expect(stdout).not.toContain(hidden);
  });

  test('a model that is not there: another one can be named', async () => {
    const server = await error(404, { error: { message: 'no such model', code: 'model_not_found' } });
    const { code, answer } = await tuned(server.url);
    expect(code).toBe(4);
    expect(answer.reason).toContain('It was asked for the model big; --model names another.');
    await tuned(server.url, ['--model', 'small']);
    expect(JSON.parse(server.bodies.at(-1) ?? '').model).toBe('small');
  });

  test('a redirect, which is not followed', async () => {
    const server = await error(307, {}, { location: 'http://192.0.2.1/v1' });
    const { code, answer } = await tuned(server.url);
    expect([code, answer.reason.includes('the address redirects to http://192.0.2.1/v1')]).toEqual([4, true]);
  });

  test('nobody there', async () => {
    const { code, answer } = await tuned('http://127.0.0.1:1/v1');
    expect([code, answer.status, answer.cost.requests]).toEqual([4, 'nothing', 0]);
    expect(answer.reason).toContain('no connection: connect ECONNREFUSED 127.0.0.1:1.');
  });
});

describe('before anything is sent', () => {
  test('another machine is not loaded without a yes', async () => {
    const cwd = folderWith({ 'my.yaml': scenario });
    const { code, stdout, stderr } = await atCapacity(['tune', 'my.yaml', '--live', 'http://192.0.2.1/v1'], { cwd, ...noKey });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('it may cost money');
    expect(stderr).toContain('--live is not on this machine: say --yes to load it. Nothing was sent\n');
  });

  test('everything that is wrong with a command line, at once', async () => {
    const cwd = folderWith({ 'my.yaml': scenario });
    const wrong = ['--live', 'nonsense', '--max', '0', '--step', '5', '--model', '', '--header', 'x', '--max-time', '1', '--pause', '2h'];
    const { code, stderr } = await atCapacity(['tune', 'my.yaml', ...wrong, '--out', '', '--replications', '9', '--quick'], { cwd });
    expect(code).toBe(2);
    for (const option of ['live', 'max', 'step', 'model', 'header', 'max-time', 'pause', 'out', 'replications', 'quick'])
      expect(stderr).toMatch(new RegExp(`^--${option} `, 'm'));
  });

  test('what belongs to a ramp alone, and what a ramp does not vary', async () => {
    const cwd = folderWith({ 'my.yaml': scenario });
    const alone = await atCapacity(['tune', 'my.yaml', '--max', '5', '--yes', '--timeout', '5s'], { cwd });
    expect(alone).toMatchObject({ code: 2, stderr: '--max belongs to --live\n--yes belongs to --live\n--timeout belongs to --live\n' });
    const varied = await atCapacity(['tune', 'my.yaml', '--live', 'http://localhost:1', '--vary', 'retry.attempts=1,2'], { cwd });
    expect(varied).toMatchObject({
      code: 2,
      stderr: '--vary retry.attempts has no place beside --live, which tries limits alone\n',
    });
  });

  test('a strategy that cannot be told from others', async () => {
    const cwd = folderWith({
      'my.yaml': scenario
        .replace('[ {', '[ { name: naive }, { name: other }, {')
        .replace(/limit: \{.*\} \}/, 'retry: { exponential: { base: 1s } } }'),
    });
    const { code, stderr } = await atCapacity(['tune', 'my.yaml', '--live', 'http://localhost:1'], { cwd });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: '--strategy say which strategy is to have the limit, one of: naive, other, limited\n',
    });
  });

  test('a folder that cannot be written, or holds a file of somebody else', async () => {
    const server = await slotsServer({ serviceMs: 20 });
    const cwd = folderWith({ 'my.yaml': scenario, file: 'no folder' });
    const args = ['tune', 'my.yaml', '--live', server.url, ...quick, '--max', '3', '--out'];
    expect(await atCapacity([...args, 'file'], { cwd, ...noKey })).toMatchObject({ code: 2, stdout: '' });
    symlinkSync('/dev/full', join(cwd, 'tune.json'));
    const link = await atCapacity([...args, '.'], { cwd, ...noKey });
    expect([link.code, link.stderr.includes('was not written by at-capacity')]).toEqual([2, true]);
    expect(server.requests()).toBe(0);
  });
});

test('the answer is printed even where its file can no longer be written', async () => {
  const server = await slotsServer({ serviceMs: 20 });
  const cwd = folderWith({ 'my.yaml': scenario });
  const running = start(['tune', 'my.yaml', '--live', server.url, ...quick, '--max', '3', '--out', 'out'], { cwd, ...noKey });
  await running.until('At most 1,000');
  rmSync(join(cwd, 'out'), { recursive: true, force: true });
  writeFileSync(join(cwd, 'out'), 'no folder any more');
  const { code, stdout, stderr } = await running.finished;
  expect([code, stdout.startsWith('Ship limit 3 for limited: '), stderr.includes('cannot be written')]).toEqual([2, true, true]);
});

test('Ctrl-C tells what is known so far, marked incomplete, and ends with 130', async () => {
  const server = await slotsServer({ serviceMs: 50 });
  const cwd = folderWith({ 'my.yaml': scenario });
  const running = start(['tune', 'my.yaml', '--live', server.url, '--step', '1s', '--json', '--out', 'out'], { cwd, ...noKey });
  while (server.most() < 5) await new Promise((resolve) => setTimeout(resolve, 10));
  running.child.kill('SIGINT');
  const { code, stdout } = await running.finished;
  const known = JSON.parse(stdout);
  expect({ code, ...known }).toMatchObject({
    code: 130,
    incomplete: true,
    status: 'undecided',
    value: null,
    live: { ended: 'interrupted' },
  });
  expect(known.verdict).toMatch(/^Interrupted before all was measured\. Cannot decide: limit 4 is the best guess; /);
  expect(known.tried.map(({ value }: Value) => value)).toEqual([3, 4]);
  expect(readJson(cwd, 'out', 'tune.json')).toEqual(known);
});

test('answers of an interface of its own are read as it writes them', async () => {
  const reply = JSON.stringify({
    type: 'message',
    content: [{ type: 'text', text: 'one' }],
    stop_reason: 'end_turn',
    usage: { output_tokens: 1 },
  });
  const server = await listening((_, response) => {
    setTimeout(() => response.setHeader('content-type', 'application/json').end(reply), 20);
  });
  const text = scenario.replace('provider:', 'provider:\n  dialect: anthropic');
  const cwd = folderWith({ 'my.yaml': text });
  const args = ['tune', 'my.yaml', '--live', server.url, ...quick, '--max', '3', '--json'];
  const { code, stderr } = await atCapacity(args, {
    cwd,
    env: { ANTHROPIC_API_KEY: 'sk-ant', OPENAI_API_KEY: 'sk-other', COLUMNS: '300' },
  });
  expect(code).toBe(0);
  expect(stderr).toContain('with the key of ANTHROPIC_API_KEY, unencrypted');
  expect([server.seen[0]?.url, server.seen[0]?.headers['x-api-key'], server.seen[0]?.headers.authorization]).toEqual([
    '/v1/messages',
    'sk-ant',
    undefined,
  ]);
});
