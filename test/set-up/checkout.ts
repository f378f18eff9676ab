import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { type Finished, listenTo } from '../support/finished.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs Node and waits for its end; `env` is added to the environment of the test. */
export function runNode(args: readonly string[], cwd: string, env: Readonly<Record<string, string | undefined>> = {}): Promise<Finished> {
  const child = spawn(process.execPath, args, { cwd, env: { ...process.env, INIT_CWD: undefined, ...env } });
  return listenTo(child).finished;
}

/** A folder with a space in its path, removed after the test. */
export function folderWithSpace(): string {
  const folder = mkdtempSync(join(tmpdir(), 'set up '));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** A small project that the real set-up scripts take for this one: its command prints its arguments. */
export function smallCheckout(): string {
  const folder = folderWithSpace();
  cpSync(join(root, '.ci'), join(folder, '.ci'), { recursive: true });
  cpSync(join(root, 'tsconfig.json'), join(folder, 'tsconfig.json'));
  write(folder, {
    'package.json': '{ "name": "small", "type": "module" }',
    'package-lock.json': '{ "lockfileVersion": 3 }',
    'sim/one.ts': 'export const one: number = 1;\n',
    'reports/two.ts': 'export const two: number = 2;\n',
    'test/bench/bench.ts': 'export {};\n',
    'harness/cli/commands.ts': "export const commandNames = ['run', 'list'];\n",
    'harness/cli/main.ts':
      "import { one } from '../../sim/one.ts';\nprocess.stdout.write(JSON.stringify([one, process.cwd(), ...process.argv.slice(2)]));\n",
  });
  return folder;
}

/** Lends a small checkout the real packages, so that it can be built. */
export function withPackages(folder: string): string {
  mkdirSync(join(folder, 'node_modules'));
  for (const name of ['typescript', '@typescript', '@types', 'undici-types']) {
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
  write(folder, { 'node_modules/.package-lock.json': '{}' });
  return folder;
}

/** An npm that writes down how it was called and then does as `body` says. */
export function fakeNpm(folder: string, body: string): { readonly npm_execpath: string } {
  const path = join(folder, 'fake', 'npm-cli.js');
  write(folder, {
    'fake/package.json': '{ "type": "module" }',
    'fake/npm-cli.js': [
      "import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';",
      "appendFileSync('calls.txt', process.argv.slice(2).join(' ') + '\\n');",
      body,
    ].join('\n'),
  });
  return { npm_execpath: path };
}
