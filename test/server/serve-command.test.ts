import { execFileSync } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { atCapacity, folderWith, readJson, type Started, start } from '../cli/at-capacity.ts';

const day = `
name: my day
time: { start: 2026-03-02T00:00, zone: Europe/Berlin, length: 24h }
provider: { models: { big: { slots: 3, firstToken: 5ms, tokensPerSecond: 500, otherTenants: { load: { hours: [0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,9,0,0,0,0,0,0,0,0] }, hold: 1s } }, small: { slots: 3 } } }
workload: { arrivals: { poisson: { rate: 2/s } }, sizes: { input: 10, output: 4 } }
strategies: [ { name: naive } ]
`;

/** Starts `serve` on a free port, and waits until it has said everything. */
async function served(args: readonly string[], text = day): Promise<Started & { readonly url: string }> {
  const started = start(['serve', 'day.yaml', '--port', '0', ...args], { cwd: folderWith({ 'day.yaml': text }) });
  await started.until('Ctrl-C ends it.');
  return { ...started, url: /^OPENAI_BASE_URL=(.*)$/m.exec(started.stdout())?.[1] ?? '' };
}

async function stopped({ child, finished }: Started) {
  child.kill('SIGINT');
  return finished;
}

/** The words of the line to try, as a shell reads them. */
function tried(stdout: string): readonly string[] {
  const line = /^Try\n([\s\S]*?)\n\n/m.exec(stdout)?.[1] ?? '';
  const script = `curl() { for word; do printf '%s\\0' "$word"; done; }\n${line}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

const knock = (port: number, host: string) =>
  new Promise<string>((resolve) => {
    const socket = connect(port, host);
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
    socket.on('connect', () => {
      socket.destroy();
      resolve('connected');
    });
  });

describe('serve', () => {
  test('says where it listens, from when on, how often it refuses, and a line that works', async () => {
    const started = await served(['--at', '02:00']);
    const stdout = started.stdout();
    expect(stdout).toMatch(
      /^OPENAI_BASE_URL=http:\/\/127\.0\.0\.1:\d+\/v1\nOPENAI_API_KEY=any\n\nmy day at 02:00 of 2026-03-02, Europe\/Berlin\./,
    );
    expect(stdout).toContain('Models: big, small.');
    expect(stdout.replace(/\n {2}/g, ' ')).toMatch(
      /Until 03:00 expect big to refuse 0 % of requests that come one by one, 0 % at the scenario's own \d\.\d+\/s:/,
    );
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    const [url = '', , header = '', , body = ''] = tried(stdout);
    const [name = '', value = ''] = header.split(': ');
    const response = await fetch(url, { method: 'POST', headers: { [name]: value }, body });
    expect([url, response.status, await response.json()]).toMatchObject([`${started.url}/chat/completions`, 200, { model: 'big' }]);
    // On this machine, and under this address of it alone.
    const port = Number(new URL(started.url).port);
    expect([await knock(port, '127.0.0.1'), await knock(port, '127.0.0.2')]).toEqual(['connected', 'ECONNREFUSED']);
    const totals = '\nbig: 1 request, 1 served\n';
    expect(await stopped(started)).toEqual({ code: 0, stdout: `${stdout}${totals}`, stderr: 'Closing. Once more to quit at once.\n' });
  });

  test('begins at 15:00 of the first day, in the state that other callers have brought it to', async () => {
    const started = await served([]);
    expect(started.stdout()).toContain('my day at 15:00 of 2026-03-02');
    const { time, providers } = (await (await fetch(started.url.replace('/v1', '/_admin/state'))).json()) as {
      time: { now: string };
      providers: { default: { pools: { big: { tenants: number } } } };
    };
    expect(time.now).toMatch(/^2026-03-02T15:00/);
    const { status } = await fetch(`${started.url}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"model":"big","messages":[{"role":"user","content":"x"}]}',
    });
    expect([200, 503]).toContain(status);
    // Nobody has asked yet, and the slots are taken all the same.
    expect(providers.default.pools.big.tenants).toBeGreaterThanOrEqual(1);
    expect(providers.default.pools.big.tenants).toBeLessThanOrEqual(3);
    // Nine times the load that its slots can carry: eight of nine are refused, in the mean.
    const share = Number(/refuse (\d+\.\d) % of requests/.exec(started.stdout().replace(/\n {2}/g, ' '))?.[1]);
    expect(share).toBeGreaterThan(80);
    await stopped(started);
  });

  test('SIGTERM ends the answers that are under way, and the program with 0', async () => {
    const slow = day.replace('firstToken: 5ms', 'firstToken: 1h');
    const started = await served(['--at', '02:00'], slow);
    const body = '{"model":"big","stream":true,"messages":[{"role":"user","content":"x"}]}';
    const response = await fetch(`${started.url}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(response.status).toBe(200);
    const text = response.text().then(
      () => 'ended',
      () => 'broken',
    );
    started.child.kill('SIGTERM');
    expect([await text, (await started.finished).code]).toEqual(['broken', 0]);
  });

  test('shows hostile names harmlessly, in a line that still works', async () => {
    const model = "it's $(touch x) \u001b[31m\u202e é";
    const text = day
      .replace(
        'small: { slots: 3 }',
        'small: { slots: 3 }, ' + `${JSON.stringify(model)}: { slots: 3, firstToken: 1ms, tokensPerSecond: 1000 }`,
      )
      .replace('workload: {', `workload: { model: ${JSON.stringify(model)},`);
    const started = await served([], text);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(started.stdout()).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
    const [url = '', , , , body = ''] = tried(started.stdout());
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect([response.status, await response.json()]).toMatchObject([200, { model }]);
    await stopped(started);
  });
});

describe('serve for others', () => {
  const call = (url: string, headers = {}) => fetch(url, { headers });

  test('on all addresses, without a file, twice as fast, with a line for each request; the token opens what it guards', async () => {
    const args = ['--slots', '2', '--service', '50ms', '--peak', '0.1', '--seed', '9', '--host', '0.0.0.0', '--time-scale', '2', '--log'];
    const started = start(['serve', '--port', '0', ...args]);
    await started.until('Ctrl-C ends it.');
    const stdout = started.stdout();
    const url = /^OPENAI_BASE_URL=(.*)\/v1$/m.exec(stdout)?.[1] ?? '';
    const token = /^Live page: \S+\/#token=(\S+)$/m.exec(stdout)?.[1] ?? '';
    expect(stdout).toMatch(
      /^ad-hoc at 15:00 of 2026-03-02, UTC\. Everything passes 2 times as fast as with\s+you: for a client that knows it\.$/m,
    );
    expect([token.length, stdout.includes(`Both want the token ${token}\n`)]).toEqual([24, true]);
    expect((await call(`${url}/_admin/state`)).status).toBe(401);
    const state = await call(`${url}/_admin/state`, { authorization: `Bearer ${token}` });
    expect(await state.json()).toMatchObject({ scenario: { name: 'ad-hoc', seed: 9 }, consistent: true });
    const body = '{"model":"big","messages":[{"role":"user","content":"x"}]}';
    const headers = { 'content-type': 'application/json' };
    await (await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body })).text();
    expect((await call(`${url}/v1/none`)).status).toBe(404);
    const { code, stderr } = await stopped(started);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^POST \/v1\/chat\/completions big admitted 200 \d+ ms\nGET \/v1\/none - rejected 404 \d+ ms\nClosing\./);
  });

  test('an address that is none', async () => {
    const { code, stderr } = await atCapacity(['serve', '--host', 'no.such.host.invalid', '--port', '0']);
    expect([code, stderr]).toEqual([2, '--host no.such.host.invalid is no address of this machine\n']);
    // Of documentation (RFC 5737): nobody has it.
    const elsewhere = await atCapacity(['serve', '--host', '203.0.113.7', '--port', '0']);
    expect([elsewhere.code, elsewhere.stderr]).toEqual([2, '--host 203.0.113.7 is no address of this machine\n']);
  });
});

describe('wrong use', () => {
  const cwd = () => folderWith({ 'day.yaml': day });

  test('a port in use: says so, and which option to use', async () => {
    const server = createServer();
    const port = await new Promise<number>((resolve) =>
      server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
    );
    const { code, stdout, stderr } = await atCapacity(['serve', 'day.yaml', '--port', String(port)], { cwd: cwd() });
    server.close();
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(
      new RegExp(`^--port ${port} is in use by another program; take another one with --port, such as \\d+, or 0 for any that is free\n$`),
    );
  });

  test.each([
    [
      ['serve', 'day.yaml', '--at', '25:00', '--port', '70000'],
      ['--port expected a whole number from 0 to 65535, found "70000"', '--at expected a time of day such as "14:10"'],
    ],
    [
      ['serve', 'day.yaml', '--at', '2026-03-03T02:00'],
      ['--at expected a time of the run, from 2026-03-02T00:00 to 2026-03-03T00:00, found 2026-03-03T02:00'],
    ],
    [
      ['serve', 'day.yaml', '--set', 'provider.models.big.slots=x'],
      ['--set provider.models.big.slots=x provider.models.big.slots: expected'],
    ],
    [['serve', 'none.yaml'], ['none.yaml']],
  ])('%j', async (args, messages) => {
    const { code, stdout, stderr } = await atCapacity(args, { cwd: cwd() });
    expect([code, stdout]).toEqual([2, '']);
    for (const message of messages) expect(stderr).toContain(message);
  });
});

describe('serve --report', () => {
  const ask = (url: string) =>
    fetch(`${url}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"model":"big","messages":[{"role":"user","content":"Again and again"}]}',
    }).then((reply) => reply.text());

  test('says at the end how callers retry, and writes it where it is asked to', async () => {
    const folder = join(folderWith(), 'out');
    const refusing = day.replace('slots: 3, firstToken', 'slots: 0, retryAfter: 60s, firstToken');
    const started = await served(['--at', '02:00', '--report', '--out', folder], refusing);
    expect(started.stdout()).toMatch(/^How your clients retry: http:\S+\/_admin\/conduct$/m);
    for (let n = 0; n < 4; n++) await ask(started.url);
    const { code, stdout } = await stopped(started);
    const told = stdout.slice(stdout.indexOf('\nbig: 4 requests'));
    expect([code, told.replace(/\n {4}/g, ' ')]).toEqual([
      0,
      expect.stringMatching(
        /^\nbig: 4 requests, 4 refused at capacity\n\nHow callers retry: 4 attempts of 1 request\n {2}✗ Retry-After not honoured, 3 of 3 request 0 at \d[^\n]* Wait at least as long as[^\n]*\n {2}✓ At most 8 attempts for one request, 1 of 1 retried requests\n {2}· At most 1 attempt in flight at once\n\nWritten\n {2}\S.*conduct\.json\n$/,
      ),
    ]);
    expect(told.split('\n').filter((line) => line.length > 80 && !line.includes('conduct.json'))).toEqual([]);
    expect(readJson(folder, 'conduct.json')).toMatchObject({
      schemaVersion: 1,
      attempts: 4,
      requests: 1,
      findings: expect.arrayContaining([expect.objectContaining({ finding: 'retry-after', verdict: 'bad', count: 3, of: 3 })]),
    });
  });

  test('not at another time scale', async () => {
    const { code, stderr } = await atCapacity(['serve', '--report', '--time-scale', '2', '--port', '0']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('judged at the time scale 1 alone; leave out --report or --time-scale')]);
  });
});
