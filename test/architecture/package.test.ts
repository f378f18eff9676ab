import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readTree } from './source-tree.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, { dev?: true }> };

let folder = '';
let installed = '';

/** Packs as `npm publish` would, and installs the package with its runtime dependencies and nothing else. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'packed '));
  execFileSync('npm', ['pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', folder], { cwd: root });
  const [archive = ''] = readdirSync(folder);
  execFileSync('tar', ['--extract', '--file', join(folder, archive), '--directory', folder]);
  installed = join(folder, 'node_modules', 'at-capacity');
  mkdirSync(dirname(installed), { recursive: true });
  renameSync(join(folder, 'package'), installed);
  for (const [path, { dev }] of Object.entries(lock.packages)) {
    const nested = path.lastIndexOf('node_modules/') > 0;
    if (path === '' || dev === true || nested || !existsSync(join(root, path))) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(root, path), join(folder, path));
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]) =>
  execFileSync(process.execPath, [join(installed, 'dist', 'harness', 'cli', 'main.js'), ...args], { cwd: folder, encoding: 'utf8' });

test('the package holds what is needed and neither sources nor tests', () => {
  const paths = [...readTree(installed, ['.'], ['']).keys()];
  for (const path of [
    'package.json',
    'README.md',
    'LICENSE',
    'CHANGELOG.md',
    'scenario.schema.json',
    'docs/scenario.md',
    'harness/cli/init.yaml',
    'harness/cli/init-client.yaml',
    'examples/clients/openai.mjs',
    'examples/clients/package.json',
  ]) {
    expect(existsSync(join(installed, path)), path).toBe(true);
  }
  expect(paths.filter((path) => path.startsWith('test/') || path.startsWith('.ci/'))).toEqual([]);
  expect(paths.filter((path) => /(?<!\.d)\.ts$/.test(path) && !path.startsWith('examples/'))).toEqual([]);
});

test('installed somewhere else, it runs the built-in day, in threads', () => {
  const stdout = run('run', '--quick', '--only', 'naive', '--only', 'ladder', '--requests', '100', '--workers', '1');
  expect(stdout).toContain('Written');
});

test('installed somewhere else, it writes and reads a first scenario', () => {
  expect(run('init')).toContain('at-capacity.yaml');
  expect(run('validate', 'at-capacity.yaml')).toContain('ok');
});

test('every entry of exports is there, types included', () => {
  const { exports } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    exports: Record<string, string | Record<string, string>>;
  };
  const targets = Object.values(exports).flatMap((target) => (typeof target === 'string' ? [target] : Object.values(target)));
  expect(targets.length).toBeGreaterThan(3);
  expect(targets.filter((target) => !existsSync(join(installed, target)))).toEqual([]);
});

test('the library can be imported by name', () => {
  const code = "import { simulate } from 'at-capacity'; console.log(typeof simulate)";
  const args = ['--input-type=module', '--eval', code];
  expect(execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })).toBe('function\n');
});
