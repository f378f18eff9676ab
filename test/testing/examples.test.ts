import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packagePath } from '../../sim/kernel/package-root.ts';

let folder = '';

/** A project that has at-capacity and vitest installed, and the examples as its own. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'a tested project '));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(packagePath(), join(folder, 'node_modules', 'at-capacity'));
  symlinkSync(packagePath('node_modules', 'vitest'), join(folder, 'node_modules', 'vitest'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  cpSync(packagePath('examples', 'testing'), folder, { recursive: true });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const node = (...args: string[]) => {
  // Not a part of the run that this is.
  const { VITEST, NODE_TEST_CONTEXT, ...env } = process.env;
  return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env: { ...env, NO_COLOR: '1' } });
};

describe('examples/testing', () => {
  test('passes with vitest', () => {
    const { status, stdout, stderr } = node(packagePath('node_modules', 'vitest', 'vitest.mjs'), 'run', '--dir', 'vitest');
    expect([status, /Tests +(\d+ passed)/.exec(stdout)?.[1]], stdout + stderr).toEqual([0, '4 passed']);
  });

  test('passes with node:test', () => {
    const { status, stdout, stderr } = node('--test', '--test-reporter=tap', 'node-test/ask.test.mjs');
    expect([status, /^# pass (\d+)$/m.exec(stdout)?.[1], /^# fail (\d+)$/m.exec(stdout)?.[1]], stdout + stderr).toEqual([0, '2', '0']);
  });

  test('stands in docs/testing.md as it is run', () => {
    const page = readFileSync(packagePath('docs', 'testing.md'), 'utf8');
    for (const [language, ...path] of [
      ['js', 'ask.mjs'],
      ['js', 'vitest', 'ask.test.mjs'],
      ['js', 'client.mjs'],
      ['js', 'vitest', 'peak.test.mjs'],
      ['js', 'node-test', 'ask.test.mjs'],
    ]) {
      const text = readFileSync(packagePath('examples', 'testing', ...path), 'utf8');
      expect(page).toContain(`\`\`\`${language}\n${text}\`\`\``);
    }
  });
});
