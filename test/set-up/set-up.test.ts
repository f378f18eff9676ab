import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fakeNpm, folderWithSpace, runNode, smallCheckout, withPackages, write } from './checkout.ts';

const setUp = (folder: string, args: readonly string[] = [], env = {}) => runNode([join(folder, '.ci', 'setup.mjs'), ...args], folder, env);
const run = (folder: string, args: readonly string[] = [], env = {}) => setUp(folder, ['--then', 'run', '--', ...args], env);

/** What an npm that works leaves behind, as far as set-up looks. */
const installs = [
  "mkdirSync('node_modules/typescript', { recursive: true });",
  "writeFileSync('node_modules/typescript/package.json', '{}');",
  "writeFileSync('node_modules/.package-lock.json', '{}');",
].join('\n');
const calls = (folder: string) => (existsSync(join(folder, 'calls.txt')) ? readFileSync(join(folder, 'calls.txt'), 'utf8') : '');
const later = (path: string) => utimesSync(path, new Date(4_000_000_000_000), new Date(4_000_000_000_000));

describe('Node', () => {
  test.each(['12.22.0', '18.20.8', '20.18.3'])('%s is too old, and told so in one line', async (version) => {
    const script = `Object.defineProperty(process.versions, 'node', { value: '${version}' }); import(${JSON.stringify(`file://${process.cwd()}/.ci/setup.mjs`)});`;
    const { code, stdout, stderr } = await runNode(['-e', script], folderWithSpace());
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(`at-capacity needs Node 20.19 or newer; this is Node ${version} (${process.execPath}).\n`);
  });
});

describe('packages', () => {
  test('are installed when there are none, development packages included, whatever NODE_ENV says', async () => {
    const folder = smallCheckout();
    await setUp(folder, [], { ...fakeNpm(folder, installs), NODE_ENV: 'production' });
    expect(calls(folder)).toMatch(/^ci --include=dev --ignore-scripts /);
  });

  test('are left alone when they are as new as the lock', async () => {
    const folder = withPackages(smallCheckout());
    await setUp(folder, [], fakeNpm(folder, installs));
    expect(calls(folder)).toBe('');
  });

  test('are updated when the lock is newer, without deleting first what is there, and once', async () => {
    const folder = withPackages(smallCheckout());
    const npm = fakeNpm(folder, '');
    later(join(folder, 'package-lock.json'));
    await setUp(folder, [], npm);
    expect(calls(folder)).toMatch(/^install --no-save --include=dev [^\n]*\n$/);
    await setUp(folder, [], npm);
    expect(calls(folder).split('\n')).toHaveLength(2);
    write(folder, { 'package-lock.json': '{ "lockfileVersion": 3, "packages": {} }' });
    later(join(folder, 'package-lock.json'));
    await setUp(folder, [], npm);
    expect(calls(folder).split('\n')).toHaveLength(3);
  });

  test('are completed when the development packages are missing', async () => {
    const folder = withPackages(smallCheckout());
    rmSync(join(folder, 'node_modules', 'typescript'));
    await setUp(folder, [], fakeNpm(folder, installs));
    expect(calls(folder)).toMatch(/^install /);
  });

  test.each([
    ['no network', 'npm error code ENOTFOUND', /could not be downloaded.*network/],
    ['a refused connection', 'npm error code ECONNREFUSED', /could not be downloaded.*network/],
    ['a folder that cannot be written', 'npm error code EACCES', /Cannot write to .*set up .*make the folder writable/],
    ['a full disk', 'npm error code ENOSPC', /disk is full/],
    ['anything else', 'npm error something odd', /could not be installed/],
  ])('%s: a sentence, what npm said, exit 1 and no build', async (_, said, sentence) => {
    const folder = smallCheckout();
    const { code, stdout, stderr } = await run(folder, [], fakeNpm(folder, `console.error(${JSON.stringify(said)}); process.exit(1);`));
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(sentence);
    expect(stderr).toContain(said);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(existsSync(join(folder, 'dist'))).toBe(false);
  });
});

describe('a checkout that cannot be written', () => {
  // Root may write anywhere, so the file system's answer is put in its place.
  const readOnly = [
    'import fs from "node:fs";',
    'import { syncBuiltinESMExports } from "node:module";',
    'const open = fs.openSync;',
    'const refuse = () => { throw Object.assign(new Error("read-only file system"), { code: "EROFS" }); };',
    'fs.openSync = (path, flags, ...rest) => (flags === "wx" ? refuse() : open(path, flags, ...rest));',
    'syncBuiltinESMExports();',
  ].join(' ');

  test('is named, with what to do, when something has to be written', async () => {
    const folder = withPackages(smallCheckout());
    const args = ['--import', `data:text/javascript,${encodeURIComponent(readOnly)}`, join(folder, '.ci', 'setup.mjs')];
    const { code, stderr } = await runNode(args, folder);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Cannot write to .*set up .*\(EROFS\)\. .*make the folder writable, or copy it to one that is yours\.\n$/);
    expect((await setUp(folder)).code).toBe(0);
    expect(await runNode(args, folder)).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});

describe('build', () => {
  test('makes dist/, then runs the command with the arguments behind --', async () => {
    const folder = withPackages(smallCheckout());
    const { code, stdout } = await run(folder, ['--quick', 'my file.yaml']);
    expect({ code, output: JSON.parse(stdout) }).toEqual({ code: 0, output: [1, folder, 'run', '--quick', 'my file.yaml'] });
  });

  test('a command named first takes the place of run', async () => {
    const folder = withPackages(smallCheckout());
    expect(JSON.parse((await run(folder, ['list', 'retry'])).stdout)).toEqual([1, folder, 'list', 'retry']);
    expect(JSON.parse((await run(folder, [])).stdout)).toEqual([1, folder, 'run']);
  });

  test('paths are those of the folder in which npm was called', async () => {
    const folder = withPackages(smallCheckout());
    mkdirSync(join(folder, 'inside'));
    const { stdout } = await run(folder, [], { INIT_CWD: join(folder, 'inside') });
    expect(JSON.parse(stdout)).toEqual([1, join(folder, 'inside'), 'run']);
  });

  test('happens again when a source is newer, older or gone, and not otherwise', async () => {
    const folder = withPackages(smallCheckout());
    const builds = async () => (await setUp(folder)).stderr.includes('Building');
    expect(await builds()).toBe(true);
    expect(await builds()).toBe(false);
    write(folder, { 'sim/one.ts': 'export const one: number = 11;\n' });
    expect(await builds()).toBe(true);
    utimesSync(join(folder, 'sim', 'one.ts'), new Date(1000), new Date(1000));
    expect(await builds()).toBe(true);
    rmSync(join(folder, 'reports', 'two.ts'));
    expect(await builds()).toBe(true);
    expect(existsSync(join(folder, 'dist', 'reports', 'two.js'))).toBe(false);
    expect(await builds()).toBe(false);
  });

  test('that fails says what the compiler said and leaves the old dist/', async () => {
    const folder = withPackages(smallCheckout());
    await setUp(folder);
    write(folder, { 'sim/one.ts': "export const one: number = 'one';\n" });
    const { code, stderr } = await run(folder);
    expect(code).toBe(1);
    expect(stderr).toMatch(/The build failed[\s\S]*sim\/one\.ts\(1,14\): error TS2322/);
    expect(readFileSync(join(folder, 'dist', 'sim', 'one.js'), 'utf8')).toContain('one = 1');
    expect(readdirSync(folder).filter((name) => name.startsWith('.dist') || name.startsWith('.set-up'))).toEqual([]);
  });

  test('three at once: all succeed, and one builds', async () => {
    const folder = withPackages(smallCheckout());
    const all = await Promise.all([run(folder), run(folder), run(folder)]);
    expect(all.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(all.filter(({ stderr }) => stderr.includes('Building'))).toHaveLength(1);
    expect(readdirSync(folder).filter((name) => name.startsWith('.dist') || name.startsWith('.set-up'))).toEqual([]);
  });

  test('takes over the lock and clears the remains of a process that is gone', async () => {
    const folder = withPackages(smallCheckout());
    const gone = Number((await runNode(['-e', 'console.log(process.pid)'], folder)).stdout);
    writeFileSync(join(folder, '.set-up.lock'), String(gone));
    write(folder, { [`.dist-${gone}/half.js`]: '' });
    expect((await run(folder)).code).toBe(0);
    expect(readdirSync(folder).filter((name) => name.startsWith('.dist') || name.startsWith('.set-up'))).toEqual([]);
  });

  test('is also a script of its own', async () => {
    const folder = withPackages(smallCheckout());
    const { code } = await runNode([join(folder, '.ci', 'build.mjs')], folder);
    expect({ code, built: existsSync(join(folder, 'dist', 'sim', 'one.js')) }).toEqual({ code: 0, built: true });
  });
});
