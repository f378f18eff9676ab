import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packagePath } from '../../sim/kernel/package-root.ts';

const clients = packagePath('test', 'clients');

/** Of the clients that need Node 22 or newer; only tests that run there may ask for them. */
const newerClients = packagePath('test', 'clients', 'newer');

/** Of earlier years: what they need is not what those of today need. */
const olderClients = packagePath('test', 'clients', 'older');

const read = (...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8'));

function installed(name: string, folder: string): boolean {
  const manifest = join(folder, 'node_modules', name, 'package.json');
  const { packages } = read(folder, 'package-lock.json') as { packages: Record<string, { version: string }> };
  // npm writes this last.
  const whole = existsSync(join(folder, 'node_modules', '.package-lock.json'));
  return whole && existsSync(manifest) && read(manifest).version === packages[`node_modules/${name}`]?.version;
}

function install(folder: string): void {
  const npm = process.env.npm_execpath;
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  if (npm === undefined) execFileSync('npm', args, { cwd: folder, stdio: 'pipe' });
  else execFileSync(process.execPath, [npm, ...args], { cwd: folder, stdio: 'pipe' });
}

/** Runs something while no other process, a test beside this one, does it in that folder. */
async function alone(folder: string, run: () => unknown): Promise<void> {
  const { withLock } = (await import(pathToFileURL(packagePath('.ci', 'lock.mjs')).href)) as {
    withLock(folder: string, work: () => unknown): Promise<unknown>;
  };
  await withLock(folder, run);
}

/** A module of a client's package, as published. Installs the packages that the tests' own lock file names when it has to. */
export async function clientModule<Module>(name: string, file: string, folder = clients): Promise<Module> {
  if (!installed(name, folder)) await alone(folder, () => installed(name, folder) || install(folder));
  return (await import(pathToFileURL(join(folder, 'node_modules', name, file)).href)) as Module;
}

/** The same of a client of earlier years. */
export function olderClientModule<Module>(name: string, file: string): Promise<Module> {
  return clientModule(name, file, olderClients);
}

/** The same of a client that needs Node 22 or newer. */
export function newerClientModule<Module>(name: string, file: string): Promise<Module> {
  return clientModule(name, file, newerClients);
}
