import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { atCapacity, folderWith, readJson, small, start } from './at-capacity.ts';

describe('--enforce', () => {
  const bounded = (bound: string) => `${small}slo: { ${bound} }\n`;
  // naive loses a sixth and more of its requests: Erlang B of 7 on 8 slots is 17.6 %.
  test.each([
    ['met', 'errorRate: 0.9', 0],
    ['missed', 'errorRate: 0.01', 3],
    ['undecided: the bound lies inside the interval of a minute', 'errorRate: 0.176', 4],
    ['missed, though another bound is undecided', 'errorRate: 0.176, goodShare: 0.999', 3],
  ])('%s', async (_, bound, expected) => {
    const cwd = folderWith({ 'small.yaml': bounded(bound) });
    const { code, stderr } = await atCapacity(['run', 'small.yaml', '--only', 'naive', '--enforce', '--quiet', '--workers', '0'], { cwd });
    expect(code).toBe(expected);
    expect(stderr === '').toBe(expected === 0);
    expect(existsSync(join(cwd, 'out', 'small', 'result.json'))).toBe(true);
  });

  test('without a bound there is nothing to enforce', async () => {
    const cwd = folderWith({ 'small.yaml': small });
    const { code, stderr } = await atCapacity(['run', 'small.yaml', '--enforce'], { cwd });
    expect({ code, stderr }).toEqual({ code: 2, stderr: '--enforce the scenario has no slo: to enforce\n' });
  });
});

describe("the user's own modules", () => {
  const custom = `${small}  - { name: mine, retry: { custom: ./mine.ts, attempts: 3 } }\n`;
  const mine = (body: string) =>
    [
      "import { define } from 'at-capacity';",
      "import { z } from 'zod';",
      'const delayMs = () => {',
      `  ${body}`,
      '};',
      "export default define({ name: 'mine', summary: 'mine', options: z.strictObject({}), examples: [], create: () => ({ delayMs }) });",
    ].join('\n');

  test('run like ours', async () => {
    const cwd = folderWith({ 'small.yaml': custom, 'mine.ts': mine('return 1000;') });
    expect(await atCapacity(['run', 'small.yaml', '--workers', '0', '--quiet'], { cwd })).toMatchObject({ code: 0, stderr: '' });
  });

  test.each(['0', '1'])('one that throws is named with its line, and it is not called our fault (%s workers)', async (workers) => {
    const cwd = folderWith({ 'small.yaml': custom, 'mine.ts': mine("throw new RangeError('mine alone');") });
    const { code, stderr } = await atCapacity(['run', 'small.yaml', '--workers', workers, '--quiet'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(/mine\.ts:4:\d+ this module threw RangeError: mine alone\n$/);
    expect(readdirSync(join(cwd, 'out', 'small'))).toEqual([]);
  });
});

describe('Ctrl-C', () => {
  const long = small.replace('length: 1m', 'length: 2h').replace('replications: 2', 'replications: 1000');

  test('once: what is finished is written, marked incomplete, exit 130', async () => {
    const cwd = folderWith({ 'long.yaml': long });
    const run = start(['run', 'long.yaml', '--workers', '1'], { cwd });
    await run.until('First look');
    run.child.kill('SIGINT');
    const { code, stdout, stderr } = await run.finished;
    expect(code).toBe(130);
    expect(stderr).toContain('Stopping');
    expect(stdout).toContain('Interrupted');
    expect(readJson(cwd, 'out', 'long', 'result.json').incomplete).toBe(true);
    expect(readJson(cwd, 'out', 'long', 'summary.json').incomplete).toBe(true);
    expect(readdirSync(join(cwd, 'out', 'long')).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  test('before anything is finished: nothing is written', async () => {
    const cwd = folderWith({ 'long.yaml': long.replace('2h', '700h') });
    const run = start(['run', 'long.yaml', '--workers', '0', '--raw', '--quiet'], { cwd });
    // The files of --raw are opened when the run begins.
    await new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        if (!existsSync(join(cwd, 'out', 'long')) || readdirSync(join(cwd, 'out', 'long')).length < 2) return;
        clearInterval(timer);
        resolve();
      }, 20);
    });
    run.child.kill('SIGINT');
    const { code, stdout, stderr } = await run.finished;
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
    expect(stderr).toContain('nothing was written');
    expect(readdirSync(join(cwd, 'out', 'long'))).toEqual([]);
  });

  test('twice: at once', async () => {
    const cwd = folderWith({ 'long.yaml': long });
    const run = start(['run', 'long.yaml', '--workers', '1'], { cwd });
    await run.until('First look');
    run.child.kill('SIGINT');
    await run.until('Stopping');
    run.child.kill('SIGINT');
    expect((await run.finished).code).toBe(130);
  });
});

describe('--watch', () => {
  test('runs again after a change, waits out what is wrong, ends with Ctrl-C', async () => {
    const cwd = folderWith({ 'small.yaml': small });
    const run = start(['run', 'small.yaml', '--watch', '--workers', '0'], { cwd });
    await run.until('Watching small.yaml');
    writeFileSync(join(cwd, 'small.yaml'), small.replace('limit: 5', 'limt: 5'));
    await run.until('small.yaml:9:22 strategies.2.limt');
    writeFileSync(join(cwd, 'small.yaml'), small.replace('limited', 'renamed'));
    await run.until('renamed');
    run.child.kill('SIGINT');
    expect((await run.finished).code).toBe(130);
  });

  test('sees a change of a file that the scenario names', async () => {
    const mine = 'name: mine\nretry: { fixed: 2s }\n';
    const cwd = folderWith({ 'small.yaml': `${small}  - { file: ./mine.yaml }\n`, 'mine.yaml': mine });
    const run = start(['run', 'small.yaml', '--watch', '--workers', '0'], { cwd });
    await run.until('Watching small.yaml');
    writeFileSync(join(cwd, 'mine.yaml'), mine.replace('mine', 'yours'));
    await run.until('yours');
    run.child.kill('SIGTERM');
    expect((await run.finished).code).toBe(130);
  });
});
