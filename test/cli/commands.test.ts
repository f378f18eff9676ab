import { describe, expect, test } from 'vitest';
import { commandNames, commands } from '../../harness/cli/commands.ts';
import { packageVersion } from '../../sim/kernel/package-root.ts';
import { atCapacity, folderWith } from './at-capacity.ts';

describe('help and version', () => {
  test('without a word: what there is', async () => {
    const { code, stdout, stderr } = await atCapacity([]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const { name } of commands) expect(stdout).toMatch(new RegExp(`^ {2}${name}\\b`, 'm'));
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
    // The thread of hooks writes by itself: what it would hand to the main thread to print is lost when that ends first.
    const hook =
      'import { writeSync } from "node:fs"; export const resolve = async (s, c, n) => { const r = await n(s, c); if (r.url.includes("node_modules")) writeSync(1, r.url + "\\n"); return r; }';
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
    ['an entry', ['list', 'retry', 'exponental'], /^expected an entry of retry, found "exponental"; did you mean exponential\?$/m],
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
    ['no request', ['explain', 'peak-day', '--strategy', 'naive'], /^--request expected which request to explain, found nothing$/m],
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
});
