import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openRecord } from '../../harness/gateway/record.ts';
import { loadScenario } from '../../harness/scenario/load.ts';
import { learnCommand } from './learn-command.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'learn '));
});
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
  rmSync(folder, { recursive: true });
});

const file = (name: string, content?: string | Uint8Array): string => {
  const path = join(folder, name);
  if (content !== undefined) writeFileSync(path, content);
  return path;
};

/** So many calls, `everyMs` apart, a quarter of them refused. */
const calls = (count: number, everyMs: number): string =>
  [
    'time,status,latency_ms',
    ...Array.from({ length: count }, (_, i) => {
      const time = new Date(Date.UTC(2026, 2, 2, 8) + i * everyMs).toISOString();
      return `${time},${i % 4 === 0 ? '503,20' : '200,2000'}`;
    }),
    '',
  ].join('\n');

test('a log packed with gzip says what it says unpacked; one that was cut is named', async () => {
  const text = calls(40, 1000);
  const plain = JSON.parse((await learnCommand(file('calls.csv', text), '--json')).stdout);
  const packed = gzipSync(text);
  const { code, stdout } = await learnCommand(file('calls.csv.gz', packed), '--json');
  expect({ ...JSON.parse(stdout), logs: plain.logs }).toEqual(plain);
  expect([code, plain.requests, plain.refused.part]).toEqual([0, 40, 10]);
  const cut = await learnCommand(file('cut.gz', packed.subarray(0, packed.length - 20)));
  expect(cut).toMatchObject({ code: 2, stdout: '' });
  expect(cut.stderr).toContain('cannot be unpacked: it is cut short or damaged');
});

test('--out writes a scenario that loads, over one of its own, and leaves what is not its own alone', async () => {
  const log = file('calls.csv', calls(40, 1000));
  const out = file('learnt.yaml');
  expect(await learnCommand(log, '--out', out)).toMatchObject({ code: 0, stderr: '' });
  const text = readFileSync(out, 'utf8');
  expect(text).toContain('hour by hour, over 1 day;');
  const { scenario } = await loadScenario({ text });
  expect(scenario.time.length).toBe(3_600_000);
  expect((await learnCommand(log, '--out', out)).code).toBe(0);
  const theirs = 'name: mine\n';
  const refused = await learnCommand(log, '--out', file('theirs.yaml', theirs));
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toContain('exists and was not written by at-capacity learn');
  expect(readFileSync(file('theirs.yaml'), 'utf8')).toBe(theirs);
});

test('a scenario of four days says above itself how well three of them say what the fourth had', async () => {
  const day = (at: number): string =>
    calls(40, 1000)
      .replaceAll('2026-03-02', `2026-03-0${2 + at}`)
      .split('\n')
      .slice(1, -1)
      .join('\n');
  const log = file('calls.csv', ['time,status,latency_ms', day(0), day(1), day(2), day(3)].join('\n'));
  const out = file('learnt.yaml');
  const { code, stdout } = await learnCommand(log, '--out', out);
  expect(code).toBe(0);
  // The same forty calls each day: as many, and a quarter of them refused, on the fourth as on the others.
  const text = readFileSync(out, 'utf8');
  expect(text).toContain('# Held-out days: The first 3 days against the last 1. Calls: ');
  expect(text).toContain('\n# Refused: 25.0 % said, 25.0 % came; intervals meet in 1 of 1 hours.\n');
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain('Refused: 25.0 % said, 25.0 % came; intervals meet in 1 of 1 hours.');
});

test('calls within a tenth of a second make no scenario, and say so', async () => {
  const out = file('learnt.yaml');
  const log = file('calls.csv', calls(6, 10));
  const { code, stdout, stderr } = await learnCommand(log, '--out', out);
  expect([code, existsSync(out)]).toEqual([4, false]);
  expect(stderr).toContain('too short for a scenario');
  expect(stdout).toContain('6 first calls');
  expect((await learnCommand(log)).code).toBe(0);
});

test('4 for a log without calls, 2 for too many bad rows and for what cannot be read', async () => {
  expect(await learnCommand(file('empty.csv', 'time,status\n'))).toMatchObject({ code: 4, stdout: '' });
  const bad = file('bad.csv', `${calls(40, 1000)}never,200,1\n`);
  const refused = await learnCommand(bad);
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toContain('1 of 41 rows cannot be read, more than --bad-rows 0.01 allows');
  expect((await learnCommand(bad, '--bad-rows', '0.03')).code).toBe(0);
  expect(await learnCommand(file('none.csv'))).toMatchObject({ code: 2, stdout: '' });
  const open = await learnCommand(file('open.csv', 'time,status,took\n2026-03-02T08:00:00Z,503,38\n'));
  expect(open).toMatchObject({ code: 2, stdout: '' });
  expect(open.stderr).toContain('--columns latency=took:ms');
});

test('a record of the gateway: requests count as arrivals, and each attempt as a call', async () => {
  const path = file('record.csv');
  const record = openRecord(path, (reason) => expect.fail(reason));
  const base = { target: '=big', from: '', reason: '', firstTokenMs: undefined, tokens: 0, stream: false } as const;
  for (let request = 0; request < 12; request += 1) {
    const time = (ms: number): string => new Date(Date.UTC(2026, 2, 2, 8) + request * 60_000 + ms).toISOString();
    // Every third is refused first, and answered after two seconds.
    const retried = request % 3 === 0;
    if (retried) record.add({ ...base, kind: 'attempt', time: time(0), request, attempt: 1, outcome: 'capacity', latencyMs: 15 });
    const last = { outcome: 'ok', tokens: 100, request, attempt: retried ? 2 : 1 } as const;
    record.add({ ...base, ...last, kind: 'attempt', time: time(retried ? 2000 : 0), latencyMs: 5000 });
    record.add({ ...base, ...last, kind: 'request', time: time(0), latencyMs: retried ? 7000 : 5000 });
  }
  await record.close();
  const { code, stdout } = await learnCommand(path, '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    logs: [{ format: 'gateway', rows: 28, bad: 0 }],
    model: '=big',
    requests: 12,
    attempts: 16,
    refused: { part: 4, whole: 12 },
    service: { latencyMs: { count: 12, p50: { value: 5000 } } },
  });
});
