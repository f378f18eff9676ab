import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Result } from '../../reports/result/result.ts';
import type { Summary } from '../../reports/result/summary.ts';
import { atCapacity, folderWith, readJson, small } from './at-capacity.ts';

/** Runs the small scenario in this thread and returns what it wrote. */
async function runSmall(args: readonly string[], text = small) {
  const cwd = folderWith({ 'small.yaml': text });
  const finished = await atCapacity(['run', 'small.yaml', '--workers', '0', ...args], { cwd });
  expect(finished).toMatchObject({ code: 0 });
  const result = readJson(cwd, 'out', 'small', 'result.json') as Result;
  const summary = readJson(cwd, 'out', 'small', 'summary.json') as Summary;
  return { ...finished, cwd, result, summary, names: result.strategies.map(({ name }) => name) };
}

const offered = ({ strategies }: Result) => strategies.map(({ replications }) => replications.map(({ requests }) => requests.offered));

describe('where the scenario comes from', () => {
  test('a file: verdict first, then the table, the files, three commands', async () => {
    const { stdout, names, cwd } = await runSmall([]);
    expect(names).toEqual(['naive', 'backoff', 'limited']);
    const [verdict] = stdout.split('\n');
    const places = [verdict ?? '', 'naive', 'Written\n', 'Next\n'].map((text) => stdout.indexOf(text));
    expect(places[0]).toBe(0);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    const written = stdout
      .slice(places[2])
      .match(/^ {2}out\/small\/(\S+)$/gm)
      ?.map((line) => line.trim().slice('out/small/'.length));
    expect(written?.toSorted()).toEqual(readdirSync(join(cwd, 'out', 'small')).toSorted());
    expect(stdout.slice(places[3]).match(/^ {2}at-capacity .+$/gm)).toHaveLength(3);
  });

  test('the limits it proposes can be run as they stand', async () => {
    const { stdout, cwd } = await runSmall(['--replications', '1']);
    const args = /^ {2}at-capacity (run .*--vary \S+)/m.exec(stdout)?.[1]?.split(' ') ?? [];
    expect(args).toContain('--vary');
    expect(await atCapacity([...args, '--replications', '1', '--requests', '30', '--workers', '0'], { cwd })).toMatchObject({ code: 0 });
  });

  test('none: the built-in day', async () => {
    const cwd = folderWith();
    const args = ['run', '--quick', '--only', 'naive', '--requests', '200', '--workers', '0'];
    expect(await atCapacity(args, { cwd })).toMatchObject({ code: 0 });
    const { scenario } = readJson(cwd, 'out', 'peak-day', 'result.json') as Result;
    expect(scenario).toMatchObject({ name: 'peak-day', quick: true, start: '2026-03-02T10:00', lengthSeconds: 6 * 3600, replications: 1 });
  });

  test('the name of a ready one', async () => {
    const cwd = folderWith();
    const args = ['run', 'rough-day', '--quick', '--only', 'naive', '--requests', '200', '--workers', '0'];
    expect(await atCapacity(args, { cwd })).toMatchObject({ code: 0 });
    expect(readJson(cwd, 'out', 'rough-day', 'result.json').scenario.name).toBe('rough-day');
  });

  test('standard input', async () => {
    const cwd = folderWith();
    const finished = await atCapacity(['run', '-', '--json', '--workers', '0'], { cwd, input: small });
    expect(finished.code).toBe(0);
    expect(JSON.parse(finished.stdout).scenario.name).toBe('stdin');
  });

  test('three figures', async () => {
    const cwd = folderWith();
    const figures = ['--rate', '7/s', '--slots', '8', '--service', '1s'];
    const finished = await atCapacity(['run', ...figures, '--set', 'time.length=1m', '--workers', '0'], { cwd });
    expect(finished).toMatchObject({ code: 0 });
    expect(finished.stdout).toContain(`Next\n  at-capacity run ${figures.join(' ')} --set time.length=1m --vary limit=1..16\n`);
    const { resolved } = readJson(cwd, 'out', 'ad-hoc', 'result.json').scenario;
    expect(resolved.workload.arrivals).toEqual({ poisson: { rate: '7/s' } });
    expect(JSON.stringify(resolved.provider)).toContain('{"exponential":"1s"}');
  });
});

describe('what changes it', () => {
  test('--set, again and again', async () => {
    const { result } = await runSmall(['--set', 'seed=9', '--set', 'strategies.limited.limit=3']);
    expect(result.scenario.seed).toBe(9);
    expect(JSON.stringify(result.strategies[2]?.config)).toContain('"fixed":3');
  });

  test('--vary makes variants', async () => {
    const { names } = await runSmall(['--vary', 'limited.limit=2..4', '--replications', '1']);
    expect(names).toEqual(['naive', 'backoff', 'limited', 'limited@limit=2', 'limited@limit=3', 'limited@limit=4']);
  });

  test('--only keeps what it names', async () => {
    expect((await runSmall(['--only', 'limited', '--only', 'naive'])).names).toEqual(['naive', 'limited']);
  });

  test('--requests stops early', async () => {
    expect(offered((await runSmall(['--requests', '50'])).result)).toEqual(Array(3).fill([50, 50]));
  });

  test('--replications and --seed', async () => {
    const { result } = await runSmall(['--replications', '3', '--seed', '5']);
    expect(result.scenario).toMatchObject({ seed: 5, replications: 3 });
    expect(result.strategies.map(({ replications }) => replications.length)).toEqual([3, 3, 3]);
  });

  test('--quick runs one replication and says so', async () => {
    const { result, stdout } = await runSmall(['--quick']);
    expect(result.scenario).toMatchObject({ quick: true, replications: 1 });
    expect(stdout).toMatch(/quick/i);
  });
});

describe('what is printed', () => {
  test('--json is --format json, and summary.json to the letter', async () => {
    const one = await runSmall(['--json']);
    const other = await runSmall(['--format', 'json']);
    expect(one.stdout).toBe(readFileSync(join(one.cwd, 'out', 'small', 'summary.json'), 'utf8'));
    expect(other.stdout).toBe(one.stdout);
  });

  test.each([
    ['csv', 'summary.csv'],
    ['markdown', 'report.md'],
    ['html', 'report.html'],
  ])('--format %s is %s', async (format, file) => {
    const { stdout, cwd } = await runSmall(['--format', format]);
    expect(stdout).toBe(readFileSync(join(cwd, 'out', 'small', file), 'utf8'));
  });

  test('--quiet: the verdict alone, and nothing on stderr', async () => {
    const { stdout, stderr, summary } = await runSmall(['--quiet']);
    expect(stdout).toBe(`${summary.verdict}\n`);
    expect(stderr).toBe('');
  });

  test('progress goes to stderr, the first table once', async () => {
    const { stdout, stderr } = await runSmall([]);
    expect(stderr.match(/First look/g)).toHaveLength(1);
    expect(stdout).not.toContain('First look');
  });
});

describe('what is written', () => {
  test('--out says where', async () => {
    const cwd = folderWith({ 'small.yaml': small });
    const args = ['run', 'small.yaml', '--out', 'my results/a', '--workers', '0', '--quiet'];
    expect((await atCapacity(args, { cwd })).code).toBe(0);
    expect(readdirSync(join(cwd, 'my results', 'a'))).toEqual(expect.arrayContaining(['result.json', 'summary.json', 'report.md']));
    expect(existsSync(join(cwd, 'out'))).toBe(false);
  });

  test('--raw: a row for every request and attempt; gone again after a run without it', async () => {
    const { cwd, summary, result } = await runSmall(['--raw']);
    const rows = (name: string) =>
      readFileSync(join(cwd, 'out', 'small', name), 'utf8')
        .trimEnd()
        .split('\n').length - 1;
    expect(rows('requests.csv')).toBe(
      offered(result)
        .flat()
        .reduce((sum, count) => sum + count),
    );
    expect(rows('attempts.csv')).toBeGreaterThanOrEqual(summary.strategies.reduce((sum, { attempts }) => sum + attempts.sent, 0));
    await atCapacity(['run', 'small.yaml', '--workers', '0', '--quiet'], { cwd });
    expect(readdirSync(join(cwd, 'out', 'small'))).not.toContain('requests.csv');
  });

  test('the same bytes with 0 and with 2 workers', async () => {
    const cwd = folderWith({ 'small.yaml': small });
    for (const workers of ['0', '2']) {
      expect((await atCapacity(['run', 'small.yaml', '--raw', '--quiet', '--out', workers, '--workers', workers], { cwd })).code).toBe(0);
    }
    const names = readdirSync(join(cwd, '0'));
    expect(readdirSync(join(cwd, '2'))).toEqual(names);
    for (const name of names) expect(readFileSync(join(cwd, '2', name), 'utf8')).toBe(readFileSync(join(cwd, '0', name), 'utf8'));
  });

  test('nothing in a place that cannot be written, and that is said before the run', async () => {
    const cwd = folderWith({ 'small.yaml': small, taken: '' });
    const { code, stdout, stderr } = await atCapacity(['run', 'small.yaml', '--out', 'taken'], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe('taken cannot be written: a file is in the place of the folder (EEXIST)\n');
  });

  test("nothing over somebody else's file", async () => {
    const cwd = folderWith({ 'small.yaml': small, 'result.json': '{"mine": 1}' });
    const { code, stderr } = await atCapacity(['run', 'small.yaml', '--out', '.'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toBe('result.json was not written by at-capacity and is left alone; choose another folder with --out\n');
    expect(readFileSync(join(cwd, 'result.json'), 'utf8')).toBe('{"mine": 1}');
    expect(readdirSync(cwd).toSorted()).toEqual(['result.json', 'small.yaml']);
  });
});
