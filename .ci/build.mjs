import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';
import { SetUpError, tell, unwritable } from './tell.mjs';

const sources = [
  'sim',
  'harness',
  'reports',
  'test/bench',
  'test/claims',
  'test/claims.ts',
  'tsconfig.json',
  '.ci/tsconfig.build.json',
  'package-lock.json',
];
const stampName = '.built-from';

/** True when `dist/` is missing or was built from other sources than those that lie here now. */
export function buildNeeded(root) {
  const stamp = join(root, 'dist', stampName);
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint(root);
}

/**
 * Compiles into a folder of its own and puts that in the place of `dist/`, so that a failed or interrupted build
 * leaves the old one, and nobody ever sees half a build. To be called with the set-up lock held.
 */
export async function build(root) {
  tell('Building …');
  const from = fingerprint(root);
  const fresh = join(root, `.dist-${process.pid}`);
  const old = `${fresh}-old`;
  try {
    for (const name of readdirSync(root)) if (/^\.dist-\d+(-old)?$/.test(name)) rmSync(join(root, name), { recursive: true });
    const { code, output } = await compile(root, fresh);
    if (code !== 0) {
      rmSync(fresh, { recursive: true, force: true });
      throw new SetUpError(`The build failed:\n\n${output.trim()}`);
    }
    chmodSync(join(fresh, 'harness', 'cli', 'main.js'), 0o755);
    writeFileSync(join(fresh, stampName), from);
    if (existsSync(join(root, 'dist'))) renameSync(join(root, 'dist'), old);
    renameSync(fresh, join(root, 'dist'));
    rmSync(old, { recursive: true, force: true });
  } catch (error) {
    throw unwritable(error, root) ?? error;
  }
}

function compile(root, outDir) {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const child = spawn(process.execPath, [tsc, '-p', join(root, '.ci', 'tsconfig.build.json'), '--outDir', outDir], { cwd: root });
  return new Promise((resolve) => {
    let output = '';
    const keep = (chunk) => {
      output += chunk;
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Names, sizes and times of all source files: also sees a file that was deleted or replaced by an older one. */
function fingerprint(root) {
  const hash = createHash('sha256');
  for (const path of sources.flatMap((name) => filesUnder(join(root, name))).sort()) {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${relative(root, path)} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function filesUnder(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const inside = join(path, entry.name);
    if (entry.isDirectory()) return filesUnder(inside);
    return entry.name.endsWith('.ts') ? [inside] : [];
  });
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  try {
    await withLock(root, () => build(root));
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error;
    tell(error.message);
    process.exitCode = 1;
  }
}
