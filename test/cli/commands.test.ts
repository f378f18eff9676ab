import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { commandNames, commands, notBuiltYet } from '../../harness/cli/commands.ts';
import { families } from '../../harness/cli/families.ts';
import { packageVersion } from '../../sim/kernel/package-root.ts';
import { atCapacity, folderWith, readJson, small } from './at-capacity.ts';

describe('help and version', () => {
  test('without a word: what there is, and nothing of what is still to come', async () => {
    const { code, stdout, stderr } = await atCapacity([]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const { name } of commands) expect(stdout).toMatch(new RegExp(`^ {2}${name}\\b`, 'm'));
    for (const name of notBuiltYet) expect(stdout).not.toMatch(new RegExp(`^ {2}${name}\\b`, 'm'));
    expect(stdout).toContain('Examples:');
    expect(await atCapacity(['--help'])).toEqual({ code, stdout, stderr });
  });

  test.each(commandNames)('%s --help has examples, and help before it is the same', async (name) => {
    const finished = await atCapacity([name, '--help']);
    expect(finished).toMatchObject({ code: 0, stderr: '' });
    expect(finished.stdout).toContain(`\nExamples:\n  `);
    expect(finished.stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(await atCapacity(['help', name])).toEqual(finished);
  });

  test('--version is that of package.json', async () => {
    expect(await atCapacity(['--version'])).toEqual({ code: 0, stdout: `${packageVersion()}\n`, stderr: '' });
  });

  test('--version loads commander and nothing else that was installed', async () => {
    const hook =
      'export const resolve = async (s, c, n) => { const r = await n(s, c); if (r.url.includes("node_modules")) console.log(r.url); return r; }';
    const register = `import { register } from "node:module"; register("data:text/javascript,${encodeURIComponent(hook)}");`;
    const { stdout } = await atCapacity(['--version'], {
      env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(register)}` },
    });
    const urls = stdout.match(/file:\S+/g) ?? [];
    expect(urls.length).toBeGreaterThan(0);
    expect(urls.filter((url) => !url.includes('/node_modules/commander/'))).toEqual([]);
  });
});

describe('wrong use', () => {
  test.each<[string, string[], RegExp]>([
    ['a command', ['lst'], /unknown command 'lst'\n\(Did you mean list\?\)/],
    ['an option', ['run', '--qick'], /unknown option '--qick'\n\(Did you mean --quick\?\)/],
    ['an option of another command', ['list', '--request', '3'], /unknown option '--request'/],
    ['a format', ['run', '--format', 'jsn'], /^--format expected one of .*; found jsn; did you mean json\?$/m],
    ['two formats', ['run', '--format', 'csv', '--json'], /^--json says json, and --format says csv; give one of them$/m],
    ['a family', ['list', 'retri'], /^expected a family or entry, found "retri"; did you mean retry\?$/m],
    ['an entry', ['list', 'retry', 'exponental'], /^expected a retry, found "exponental"; did you mean exponential\?$/m],
    ['a number of workers', ['run', '--workers', 'many'], /^--workers expected a whole number from 0 to 256, found "many"$/m],
    ['replications', ['run', '--replications', '0'], /^--replications 0 replications: expected a whole number from 1 up/m],
    ['a seed', ['run', '--seed', 'x'], /^--seed x seed: expected a whole number/m],
    ['a count', ['run', '--requests', '-3'], /^--requests -3 workload.requests: expected a whole number/m],
    ['--quick with --replications', ['run', '--quick', '--replications', '3'], /^--quick runs one replication/m],
    ['--set without a value', ['run', '--set', 'seed'], /^--set seed expected key=value/m],
    ['--set of a key that is not there', ['run', '--set', 'sede=3'], /^--set sede=3 sede: unknown key sede; did you mean seed\?$/m],
    ['--vary without values', ['run', '--vary', 'limit'], /^--vary limit expected key=values/m],
    ['--only of nobody', ['run', '--only', 'niave'], /^--only niave no strategy is called niave; did you mean naive\?$/m],
    ['half a scenario', ['run', '--rate', '3/s'], /belong together; missing: --slots, --service$/m],
    [
      'a scenario twice',
      ['run', 'peak-day', '--rate', '3/s', '--slots', '1', '--service', '1s'],
      /take the place of a file; leave out peak-day/,
    ],
    ['a rate without a unit', ['run', '--rate', '3', '--slots', '1', '--service', '1s'], /^--rate 3 .*expected a rate such as 8\/s/m],
    ['--watch without a file', ['run', '--watch'], /^--watch needs a scenario file/m],
    ['no such file', ['run', 'peak-dya'], /^peak-dya no such file; did you mean peak-day\?$/m],
    ['no such result', ['report', 'nowhere'], /^nowhere no such file; expected a result.json or the folder of one$/m],
    ['no request', ['explain', 'peak-day', '--strategy', 'naive'], /required option '--request <n>' not specified/],
    [
      'no strategy of that name',
      ['explain', 'peak-day', '--request', '1', '--strategy', 'nave'],
      /no strategy is called nave; did you mean naive\?/,
    ],
    ['too many words', ['init', 'a', 'b'], /too many arguments/],
  ])('%s', async (_, args, message) => {
    const { code, stdout, stderr } = await atCapacity(args, { cwd: folderWith() });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^ +at /m);
  });

  test('all that is wrong at once, a line each', async () => {
    const { stderr } = await atCapacity(['run', '--workers', '-1', '--format', 'x', '--rate', '3/s'], { cwd: folderWith() });
    expect(stderr.trimEnd().split('\n')).toHaveLength(3);
  });

  test.each(notBuiltYet)('%s is not built yet', async (name) => {
    expect(await atCapacity([name, '--port', '80', 'x'])).toEqual({ code: 2, stdout: '', stderr: `${name}: not built yet\n` });
  });
});

describe('init', () => {
  test('writes the built-in day, with three lines to change first', async () => {
    const cwd = folderWith();
    expect(await atCapacity(['init'], { cwd })).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(join(cwd, 'at-capacity.yaml'), 'utf8').match(/◀ \d/g)).toEqual(['◀ 1', '◀ 2', '◀ 3']);
    const resolved = async (file: string) => parse((await atCapacity(['validate', file, '--resolved'], { cwd })).stdout);
    expect(await resolved('at-capacity.yaml')).toEqual({ ...(await resolved('peak-day')), name: 'my-day' });
  });

  test('never overwrites', async () => {
    const cwd = folderWith({ 'at-capacity.yaml': 'mine' });
    const { code, stderr } = await atCapacity(['init'], { cwd });
    expect({ code, stderr }).toEqual({ code: 2, stderr: 'at-capacity.yaml exists and is left as it is; write another file with --out\n' });
    expect(readFileSync(join(cwd, 'at-capacity.yaml'), 'utf8')).toBe('mine');
  });

  test('--out names the file, in its text too', async () => {
    const cwd = folderWith();
    expect((await atCapacity(['init', '--out', 'night.yaml'], { cwd })).code).toBe(0);
    expect(readFileSync(join(cwd, 'night.yaml'), 'utf8')).toContain('at-capacity run night.yaml');
    const nowhere = await atCapacity(['init', '--out', 'no/such/folder.yaml'], { cwd });
    expect(nowhere).toMatchObject({ code: 2, stderr: 'no/such/folder.yaml cannot be written: the folder does not exist\n' });
  });
});

describe('list', () => {
  test('names every family and everything in it', async () => {
    const { code, stdout } = await atCapacity(['list']);
    expect(code).toBe(0);
    for (const { name, items } of families) {
      expect(stdout).toMatch(new RegExp(`^${name} `, 'm'));
      for (const item of await items()) expect(stdout.replace(/\s+/g, ' ')).toContain(item.name);
    }
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  test.each(families.map(({ name }) => name))('%s: each entry with its summary, and every example can be read', async (name) => {
    const items = (await families.find((family) => family.name === name)?.items()) ?? [];
    expect(items.length).toBeGreaterThan(0);
    const { stdout } = await atCapacity(['list', name]);
    for (const item of items) {
      expect(stdout).toMatch(new RegExp(`^${item.name.replace('.', '\\.')}\\b`, 'm'));
      expect(item.summary).not.toBe('');
      if (item.example !== undefined) expect(() => parse(item.example ?? '')).not.toThrow();
    }
  });

  test('one entry: formula, options with defaults, an example; the family may be left out', async () => {
    const { stdout } = await atCapacity(['list', 'retry', 'exponential']);
    for (const part of ['factor^(k−1)', '\nOptions\n', '  base', '(required)', '\nExample\n  retry: { exponential: {'])
      expect(stdout).toContain(part);
    expect((await atCapacity(['list', 'exponential'])).stdout).toBe(stdout);
  });
});

describe('validate', () => {
  test('every file is looked at, sound ones are named, all problems come at once', async () => {
    const cwd = folderWith({
      'one.yaml': small,
      'two.yaml': small.replace('7/s', '7').replace('limit: 5', 'limit: five'),
      'three.yaml': small.replace('limit: 5', 'limt: 5'),
    });
    const { code, stdout, stderr } = await atCapacity(['validate', 'two.yaml', 'one.yaml', 'three.yaml'], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: 'one.yaml: ok, 3 strategies, 2 replications\n' });
    const places = stderr
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ')[0]);
    expect(places).toEqual(['two.yaml:5:42', 'two.yaml:9:29', 'three.yaml:9:22']);
  });

  test('--resolved writes every default, and what it writes is the same scenario', async () => {
    const cwd = folderWith({ 'small.yaml': small });
    const first = await atCapacity(['validate', 'small.yaml', '--resolved'], { cwd });
    expect(parse(first.stdout)).toMatchObject({ seed: 1, provider: { network: { rtt: '20ms' } }, recommend: { maxAmplification: 1.5 } });
    expect(first.stdout).toMatch(/^# About \d+ own requests/);
    writeFileSync(join(cwd, 'again.yaml'), first.stdout);
    expect((await atCapacity(['validate', 'again.yaml', '--resolved'], { cwd })).stdout).toBe(first.stdout);
  });
});

describe('explain', () => {
  test('tells the life of a request, the same every time', async () => {
    const cwd = folderWith({ 'small.yaml': small });
    const args = ['explain', 'small.yaml', '--request', '20', '--strategy', 'backoff', '--replication', '1', '--seed', '4'];
    const first = await atCapacity(args, { cwd });
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(/^request 20 under backoff, replication 1.*\n {5}\+0\.000 s {2}arrives/);
    expect(await atCapacity(args, { cwd })).toEqual(first);
  });

  test('a request that never came', async () => {
    const cwd = folderWith({ 'small.yaml': small });
    const { code, stderr } = await atCapacity(['explain', 'small.yaml', '--request', '99999', '--strategy', 'naive'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(/--request.*found 99999/);
  });
});

describe('report', () => {
  async function twoResults() {
    const cwd = folderWith({ 'small.yaml': small });
    await atCapacity(['run', 'small.yaml', '--workers', '0', '--quiet', '--out', 'a'], { cwd });
    await atCapacity(
      ['run', 'small.yaml', '--workers', '0', '--quiet', '--out', 'b', '--seed', '2', '--only', 'naive', '--only', 'limited'],
      { cwd },
    );
    return cwd;
  }

  test('shows a stored result as the run did, in every format, and writes its files again', async () => {
    const cwd = folderWith({ 'small.yaml': small });
    const run = await atCapacity(['run', 'small.yaml', '--workers', '0'], { cwd });
    const report = await atCapacity(['report', 'out/small'], { cwd });
    expect(report.code).toBe(0);
    expect(`${run.stdout.slice(0, run.stdout.indexOf('\nWritten'))}`).toBe(report.stdout);
    const json = await atCapacity(['report', 'out/small/result.json', '--json', '--out', 'again'], { cwd });
    expect(json.stdout).toBe(readFileSync(join(cwd, 'out', 'small', 'summary.json'), 'utf8'));
    for (const name of ['result.json', 'summary.csv', 'timeline.csv', 'report.md']) {
      expect(readFileSync(join(cwd, 'again', name), 'utf8')).toBe(readFileSync(join(cwd, 'out', 'small', name), 'utf8'));
    }
  });

  test('two results: both, then the differences by name', async () => {
    const cwd = await twoResults();
    const { code, stdout } = await atCapacity(['report', 'a', 'b'], { cwd });
    expect(code).toBe(0);
    const [, differences = ''] = stdout.split('Second − first, two different scenarios:\n');
    expect(differences).toMatch(/^naive .*points/m);
    expect(differences).toMatch(/^limited .*points/m);
    expect(differences).toContain('Only in the first: backoff');
    const json = JSON.parse((await atCapacity(['report', 'a', 'b', '--json'], { cwd })).stdout);
    const rate = (folder: string) => readJson(cwd, folder, 'summary.json').strategies[0].errorRate;
    expect(json.differences.strategies[0].difference.errorRate).toBe(rate('b') - rate('a'));
  });

  test.each([
    ['broken JSON', '{', 'is not JSON; expected the result.json that a run wrote'],
    ['another JSON', '{"schemaVersion": 1}', 'is no stored result; expected the result.json that a run wrote'],
    [
      'a newer one',
      '{"schemaVersion": 9, "tool": {"name": "at-capacity"}, "strategies": [], "fresh": []}',
      'has schemaVersion 9; this version reads 1',
    ],
  ])('%s is refused', async (_, text, message) => {
    const cwd = folderWith({ 'r.json': text });
    expect(await atCapacity(['report', 'r.json'], { cwd })).toEqual({ code: 2, stdout: '', stderr: `r.json ${message}\n` });
  });
});
