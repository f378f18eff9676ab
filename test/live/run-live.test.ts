import { createServer, request as httpRequest } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Result } from '../../reports/result/result.ts';
import type { StrategySummary, Summary } from '../../reports/result/summary.ts';
import { atCapacity, folderWith, readJson, start } from '../cli/at-capacity.ts';

const scenario = `
name: sockets
time: { length: 20s }
provider: { models: { big: { slots: 4, service: { exponential: 400ms }, usdPerMillion: { input: 1, output: 2 } } } }
workload: { arrivals: { poisson: { rate: 12/s } }, sizes: { input: 100, output: 10 } }
slo: { errorRate: 0.9 }
strategies:
  - name: naive
  - { name: backoff, retry: { exponential: { base: 200ms } } }
`;

const summaryIn = (folder: string) => readJson(folder, 'out', 'summary.json') as Summary;

function addsUp({ requests }: StrategySummary): boolean {
  const failures = Object.values(requests.failures).reduce((sum, count) => sum + count, 0);
  return requests.offered === requests.started + requests.dropped && requests.started === requests.ok + failures + requests.inFlightAtEnd;
}

/** A port that nobody has now. */
async function freePort(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Whether anybody listens there. */
function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

describe('run --live', () => {
  it('runs every strategy once over HTTP, and says so in every report', async () => {
    const cwd = folderWith({ 'one.yaml': scenario });
    const { code, stdout, stderr } = await atCapacity(['run', 'one.yaml', '--live', '--time-scale', '10', '--out', 'out'], { cwd });
    expect([code, stderr.includes('fault')], stderr).toEqual([0, false]);
    const result = readJson(cwd, 'out', 'result.json') as Result;
    expect(result.scenario).toMatchObject({ mode: 'live', timeScale: 10, replications: 1 });
    expect([result.incomplete, result.fresh]).toEqual([false, []]);
    for (const { replications, batches } of result.strategies) {
      const [only] = replications;
      expect(replications).toHaveLength(1);
      expect(only?.identities.filter(({ holds }) => !holds)).toEqual([]);
      expect(only?.costUsd).toBeGreaterThan(0);
      // Twenty batches of one second, which are parts of the whole.
      expect(batches?.folds).toHaveLength(20);
      const parts = (of: (fold: NonNullable<typeof only>) => number) => batches?.folds.reduce((sum, fold) => sum + of(fold), 0);
      expect(parts(({ requests }) => requests.offered)).toBe(only?.requests.offered);
      expect(parts(({ requests }) => requests.failed)).toBe(only?.requests.failed);
      expect(parts(({ attempts }) => attempts.sent)).toBe(only?.attempts.sent);
      expect(parts(({ goodCompletions }) => goodCompletions)).toBe(only?.goodCompletions);
      expect(parts(({ costUsd }) => costUsd)).toBeCloseTo(only?.costUsd ?? 0, 6);
    }
    const { scenario: head, strategies } = summaryIn(cwd);
    expect(head).toMatchObject({ mode: 'live', timeScale: 10 });
    for (const one of strategies) {
      expect(addsUp(one)).toBe(true);
      expect(one.interval.errorRate).not.toBeNull();
      expect(one.interval.goodputPerSecond).not.toBeNull();
      expect(one.live?.latenessMs.count).toBe(one.requests.offered);
      expect(one.live?.timerErrorMs.count).toBeGreaterThan(0);
    }
    expect(stdout).toContain('in real time over HTTP, 10 times as fast');
    expect(stdout).toContain('How well the live run kept to time');
  });

  it('the same arrivals fail, and cost the same, where nothing but luck decides', async () => {
    const cwd = folderWith({
      'one.yaml': scenario.replace('slots: 4', 'slots: 400').replace('workload:', 'x-unused: 0\nworkload:'),
    });
    const args = ['run', 'one.yaml', '--only', 'naive', '--replications', '1', '--out'];
    await atCapacity([...args, 'virtual'], { cwd });
    await atCapacity([...args, 'out', '--live', '--time-scale', '10'], { cwd });
    const [virtual] = (readJson(cwd, 'virtual', 'summary.json') as Summary).strategies;
    const [live] = summaryIn(cwd).strategies;
    expect(live?.requests).toEqual(virtual?.requests);
    expect([live?.costUsd, live?.tokens]).toEqual([virtual?.costUsd, virtual?.tokens]);
  });

  it('more replications are replications, as in virtual time', async () => {
    const cwd = folderWith({ 'one.yaml': scenario.replace('20s', '4s') });
    const args = ['run', 'one.yaml', '--live', '--time-scale', '10', '--replications', '2', '--only', 'naive', '--out', 'out', '--raw'];
    expect((await atCapacity(args, { cwd })).code).toBe(0);
    const { strategies, scenario: head } = readJson(cwd, 'out', 'result.json') as Result;
    expect([head.replications, strategies[0]?.replications.length, strategies[0]?.batches]).toEqual([2, 2, undefined]);
    expect(summaryIn(cwd).strategies[0]?.interval.errorRate).not.toBeNull();
  });

  it('through a gateway that is not ours, with what is then not known said', async () => {
    const port = await freePort();
    const seen: string[] = [];
    // Somebody's gateway: passes on what it gets, but no header of ours.
    const gateway = createServer((incoming, outgoing) => {
      seen.push(`${incoming.url} ${incoming.headers['x-team']}`);
      const { 'x-at-capacity-request': _mark, host: _host, ...headers } = incoming.headers;
      const onwards = httpRequest({ port, host: '127.0.0.1', path: incoming.url, method: 'POST', headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      });
      onwards.on('error', () => outgoing.destroy());
      incoming.pipe(onwards);
    });
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      gateway.close();
      gateway.closeAllConnections();
    });
    const { port: at } = gateway.address() as AddressInfo;
    const cwd = folderWith({ 'one.yaml': scenario });
    const target = ['--target', `http://127.0.0.1:${at}/v1`, '--serve-port', String(port), '--header', 'X-Team: blue'];
    const args = ['run', 'one.yaml', '--live', '--time-scale', '10', '--only', 'backoff', '--out', 'out', ...target];
    const { code, stderr } = await atCapacity(args, { cwd });
    expect(code, stderr).toBe(0);
    expect(stderr).toContain(`The provider listens on http://127.0.0.1:${port}`);
    expect([...new Set(seen)]).toEqual(['/v1/chat/completions blue']);
    const [one] = summaryIn(cwd).strategies;
    // How many are answered depends on how fast this machine is.
    expect(one?.requests.ok).toBeGreaterThan(0);
    expect(one?.provider.arrived).toBe(seen.length);
    const { strategies, warnings } = readJson(cwd, 'out', 'result.json') as Result;
    expect(warnings.join()).toContain('a gateway that is not ours');
    const names = strategies[0]?.replications[0]?.identities.map(({ name }) => name) ?? [];
    expect(names.some((name) => name.includes('client and provider, live'))).toBe(false);
    expect(names.some((name) => name.includes('admitted = completed'))).toBe(true);
  });

  it.each([
    [['--time-scale', '2'], '--time-scale belongs to --live'],
    [['--live', '--time-scale', '0'], '--time-scale expected a number above 0'],
    [['--live', '--header', 'a: b'], '--header belongs to --target'],
    [['--live', '--target', 'https://api.example.com/v1'], '--target is not on this machine: say --yes'],
    [['--live', '--watch'], '--watch has no place in --live'],
    [['--live', '--workers', '2'], '--workers has no place in --live'],
  ])('%j is wrong use', async (args, message) => {
    const cwd = folderWith({ 'one.yaml': scenario });
    const { code, stderr } = await atCapacity(['run', 'one.yaml', ...args], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it('a port that somebody else has is wrong use, said at once', async () => {
    const holder = createTcpServer();
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void holder.close());
    const { port } = holder.address() as AddressInfo;
    const cwd = folderWith({ 'one.yaml': scenario });
    const { code, stderr } = await atCapacity(['run', 'one.yaml', '--live', '--serve-port', String(port)], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining(`--serve-port ${port} is in use by another program`)]);
  });
});

describe('Ctrl-C', () => {
  const long = scenario.replace('20s', '30m');

  it('D16: what was measured until then is reported, marked incomplete, adds up, and no port is left', async () => {
    const port = await freePort();
    const cwd = folderWith({ 'long.yaml': long });
    const running = start(['run', 'long.yaml', '--live', '--out', 'out', '--serve-port', String(port)], { cwd });
    // The first line of progress: what was sent before that counts nowhere.
    await running.until('% of the next');
    const received = async () => {
      const response = await fetch(`http://127.0.0.1:${port}/_admin/state`);
      return ((await response.json()) as { readonly requests: { readonly received: number } }).requests.received;
    };
    const before = await received();
    await expect.poll(received).toBeGreaterThan(before + 10);
    running.child.kill('SIGINT');
    const { code, stdout } = await running.finished;
    expect([code, stdout.includes('Interrupted')]).toEqual([130, true]);
    expect(await listens(port)).toBe(false);
    const { incomplete, strategies } = summaryIn(cwd);
    expect([incomplete, strategies.map(({ name }) => name)]).toEqual([true, ['naive']]);
    const [naive] = strategies;
    expect(naive?.requests.offered).toBeGreaterThan(5);
    expect(naive !== undefined && addsUp(naive)).toBe(true);
    // What was stopped is in flight at the end, and nobody's failure.
    expect([naive?.requests.failures.cancelled, naive?.attempts.failures.cancelled]).toEqual([0, 0]);
    const { replications } = (readJson(cwd, 'out', 'result.json') as Result).strategies[0] ?? { replications: [] };
    expect(replications[0]?.identities.filter(({ holds }) => !holds)).toEqual([]);
    // Rates are over the time that was measured, not over the half hour that was planned.
    expect(replications[0]?.windowSeconds).toBeLessThan(600);
  });

  it('D16: a second one ends a live run at once', async () => {
    const port = await freePort();
    const cwd = folderWith({ 'long.yaml': long });
    const running = start(['run', 'long.yaml', '--live', '--out', join(cwd, 'out'), '--serve-port', String(port), '--quiet'], { cwd });
    while (!(await listens(port))) await new Promise((resolve) => setTimeout(resolve, 20));
    running.child.kill('SIGINT');
    running.child.kill('SIGINT');
    const { code } = await running.finished;
    expect(code).toBe(130);
    expect(await listens(port)).toBe(false);
  });
});
