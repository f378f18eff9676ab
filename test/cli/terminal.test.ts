import { spawn } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { packagePath } from '../../sim/kernel/package-root.ts';
import { atCapacity, folderWith, small } from './at-capacity.ts';

const control = '\u001b[';

describe('colours', () => {
  const run = ['run', 'small.yaml', '--workers', '0', '--only', 'naive', '--only', 'backoff'];
  test.each<[string, Record<string, string>, boolean]>([
    ['a pipe has none', {}, false],
    ['not even in CI, where libraries like to guess', { CI: 'true' }, false],
    ['unless they are forced', { FORCE_COLOR: '1' }, true],
    ['and NO_COLOR wins', { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
  ])('%s', async (_, env, coloured) => {
    const { code, stdout, stderr } = await atCapacity(run, { cwd: folderWith({ 'small.yaml': small }), env });
    expect(code).toBe(0);
    expect(stdout.includes(control)).toBe(coloured);
    expect(stderr.includes(control)).toBe(coloured);
  });
});

describe('width', () => {
  test.each([40, 80, 120])('no line is longer than %d cells, but paths and commands', async (columns) => {
    const cwd = folderWith({ 'small.yaml': small });
    const args = ['run', 'small.yaml', '--workers', '0', '--vary', 'limited.limit=3..5'];
    const { stdout, stderr } = await atCapacity(args, { cwd, env: { COLUMNS: String(columns) } });
    const shown = stdout.slice(0, stdout.indexOf('\nWritten'));
    expect(`${stderr}${shown}`.split('\n').filter((line) => [...line].length > columns)).toEqual([]);
    expect(shown).toContain('limited');
  });
});

describe('pipes', () => {
  /** Runs a shell line in which `at-capacity` is ours; the exit code is that of the first command of a pipe. */
  function shell(line: string, cwd: string): Promise<{ code: number | null; stderr: string }> {
    const main = packagePath('dist', 'harness', 'cli', 'main.js');
    const script = `at-capacity() { '${process.execPath}' '${main}' "$@"; }\n${line}\nexit "\${PIPESTATUS[0]}"`;
    const child = spawn('bash', ['-c', script], { cwd });
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    return new Promise((resolve) => child.on('close', (code) => resolve({ code, stderr })));
  }

  test('a reader that stops reading is no error', async () => {
    expect(await shell('at-capacity list | true', folderWith())).toEqual({ code: 0, stderr: '' });
  });

  test('and the files are written all the same', async () => {
    const cwd = folderWith({ 'small.yaml': small });
    const line =
      'at-capacity run small.yaml --workers 0 --json 2>&- | head -c 1 > /dev/null; test -s out/small/result.json || exit 99; true';
    expect((await shell(line, cwd)).code).toBe(0);
  });
});
