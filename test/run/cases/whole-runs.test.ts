import { execFile, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { StrategySummary } from '../../../reports/result/summary.ts';
import { packagePath } from '../../../sim/kernel/package-root.ts';
import { atCapacity, folderWith, readJson, small, start } from '../../cli/at-capacity.ts';

/** Faults that people reported in public about load tools and mocks, as whole runs of the program. */

/** Every file of a folder, by name. */
function filesOf(...path: string[]): Readonly<Record<string, string>> {
  const folder = join(...path);
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

/** Does the work when it is first asked for, and gives the same to everybody. */
function once<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let found: Promise<Value> | undefined;
  return () => {
    found ??= work();
    return found;
  };
}

const alone = ['--workers', '0'];

describe('memory', () => {
  /** Peak of a process of its own that simulates so many requests, bytes, and what it kept of them. */
  async function peak(requests: number) {
    const index = JSON.stringify(pathToFileURL(packagePath('dist', 'harness', 'index.js')).href);
    const scenario = {
      time: { length: '2h' },
      replications: 1,
      provider: { models: { big: { slots: 80, service: { exponential: '1s' } } } },
      workload: { arrivals: { poisson: { rate: '100/s' } }, requests },
      strategies: [{ name: 'naive', timeout: { attempt: '10s' } }],
    };
    const code = `
      import { simulate } from ${index};
      const { strategies: [one] } = await simulate(${JSON.stringify(scenario)}, { workers: 0 });
      const [{ requests }] = one.replications;
      const kept = { offered: requests.offered, failed: requests.failed, failedKept: one.failed.length, slowestKept: one.slowest.length };
      console.log(JSON.stringify({ ...kept, bytes: process.resourceUsage().maxRSS * 1024 }));`;
    const args = ['--max-semi-space-size=1', '--input-type=module', '--eval', code];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    return JSON.parse(stdout) as { offered: number; failed: number; failedKept: number; slowestKept: number; bytes: number };
  }

  it('D11: a base and 100 bytes a request; what is kept is bounded, and the counts are exact', async () => {
    const few = await peak(1000);
    const many = await peak(400_000);
    expect([few.offered, many.offered]).toEqual([1000, 400_000]);
    expect(many.failed).toBeGreaterThan(50_000);
    expect(many.failedKept).toBeLessThanOrEqual(100);
    expect(many.slowestKept).toBeLessThanOrEqual(100);
    // The base is what any run needs; 40 MB more than a short one for a heap that has been at work for a while.
    expect(many.bytes).toBeLessThan(few.bytes + 40e6 + 100 * many.offered);
  });
});

describe('the same again', () => {
  const day = `
time: { length: 24h }
replications: 1
provider: { pools: { big: { slots: 10, otherTenants: { load: 0.8, hold: 60s } } }, models: { big: { pool: big, service: { exponential: 5s } } } }
workload: { clients: 2, arrivals: { poisson: { rate: 0.05/s } } }
strategies:
  - { name: naive }
  - { name: backoff, retry: { exponential: { base: 1s, jitter: { scale: [0, 1] } }, attempts: 4 } }
`;
  const run = async (seed: string) => {
    const cwd = folderWith({ 'day.yaml': day });
    const args = ['--raw', '--out', 'out', '--seed', seed, ...alone];
    const { code, stdout, stderr } = await atCapacity(['run', 'day.yaml', ...args], { cwd });
    expect(code, stderr).toBe(0);
    return { stdout, files: filesOf(cwd, 'out') };
  };

  /** Seed 7 by itself and beside somebody who burns this processor, and seed 8. */
  const quiet = once(() => run('7'));
  const busy = once(async () => {
    const burner = spawn(process.execPath, ['--eval', 'const end = Date.now() + 60_000; while (Date.now() < end);']);
    try {
      const found = await run('7');
      expect(burner.exitCode).toBeNull();
      return found;
    } finally {
      burner.kill('SIGKILL');
    }
  });

  it('D12: the same seed gives the same bytes, another one other figures, and the seed is printed', async () => {
    const first = await quiet();
    expect(await busy()).toEqual(first);
    expect(Object.keys(first.files).length).toBeGreaterThan(8);
    const other = await run('8');
    expect([first.stdout, other.stdout]).toEqual([expect.stringContaining('seed 7'), expect.stringContaining('seed 8')]);
    for (const name of ['requests.csv', 'timeline.csv', 'summary.csv']) expect(other.files[name]).not.toBe(first.files[name]);
  });

  it('D15: a day beside somebody who burns this processor is the same day', async () => {
    const { files } = await quiet();
    expect(await busy()).toEqual(await quiet());
    // A request every 20 seconds, twice.
    expect((files['requests.csv'] ?? '').split('\n').length).toBeGreaterThan(2 * 4000);
  });

  it('D15: what nobody can wake is an error that says so, neither silence nor success', async () => {
    const closed = `
import { define } from 'at-capacity';
import { z } from 'zod';
const create = () => () => {
  const inside = new Set();
  return { get length() { return inside.size; }, push: (one) => void inside.add(one), shift: () => undefined, remove: (one) => void inside.delete(one) };
};
export default define({ name: 'closed', summary: 'lets nobody out', options: z.strictObject({}), examples: [], create });
`;
    const stuck = small.replace(
      '{ name: limited, limit: 5 }',
      '{ name: stuck, limit: { fixed: 1, queue: { maxWait: unlimited, order: { custom: ./closed.ts } } } }',
    );
    const cwd = folderWith({ 'stuck.yaml': stuck, 'closed.ts': closed });
    const { code, stdout } = await atCapacity(['run', 'stuck.yaml', '--out', 'out', ...alone], { cwd });
    expect([code, stdout.includes('stalled')]).toEqual([1, true]);
    const { strategies } = readJson(cwd, 'out', 'summary.json') as { strategies: StrategySummary[] };
    expect(strategies.map(({ name, failure }) => [name, failure?.code])).toEqual([
      ['naive', undefined],
      ['backoff', undefined],
      ['stuck', 'stalled'],
    ]);
  });
});

describe('Ctrl-C', () => {
  const long = small.replace('length: 1m', 'length: 30m').replace('replications: 2', 'replications: 1000');

  it('D16: what was finished is reported, marked incomplete, and adds up', async () => {
    const cwd = folderWith({ 'long.yaml': long });
    const running = start(['run', 'long.yaml', '--out', 'out', '--workers', '1'], { cwd });
    await running.until('First look');
    running.child.kill('SIGINT');
    const { code, stdout } = await running.finished;
    expect([code, stdout.includes('Interrupted')]).toEqual([130, true]);
    const { incomplete, strategies } = readJson(cwd, 'out', 'summary.json') as { incomplete: boolean; strategies: StrategySummary[] };
    expect([incomplete, readJson(cwd, 'out', 'result.json').incomplete]).toEqual([true, true]);
    expect(strategies.map(({ name }) => name)).toEqual(['naive', 'backoff', 'limited']);
    for (const { requests, attempts } of strategies) {
      const failures = Object.values(requests.failures).reduce((sum, count) => sum + count, 0);
      expect(requests.offered).toBeGreaterThan(12_000);
      expect(requests.offered).toBe(requests.started + requests.dropped);
      expect(requests.started).toBe(requests.ok + failures + requests.inFlightAtEnd);
      // What was stopped is not held against the provider, and not counted at all.
      expect([requests.failures.cancelled, requests.inFlightAtEnd, attempts.failures.cancelled]).toEqual([0, 0, 0]);
    }
    expect(readdirSync(join(cwd, 'out')).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('D16: a second one ends it at once', async () => {
    const cwd = folderWith({ 'long.yaml': long.replace('30m', '200h') });
    const running = start(['run', 'long.yaml', '--out', 'out', '--workers', '0', '--raw', '--quiet'], { cwd });
    while (!readdirSync(cwd).includes('out')) await new Promise((resolve) => setTimeout(resolve, 20));
    running.child.kill('SIGINT');
    await running.until('Stopping');
    running.child.kill('SIGINT');
    const { code, stdout } = await running.finished;
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
    expect(readdirSync(join(cwd, 'out'))).toEqual([]);
  });
});
