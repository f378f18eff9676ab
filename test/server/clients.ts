import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packagePath } from '../../sim/kernel/package-root.ts';

const folder = packagePath('test', 'clients');

const read = (...path: string[]) => JSON.parse(readFileSync(join(folder, ...path), 'utf8'));

function installed(name: string): boolean {
  const manifest = join('node_modules', name, 'package.json');
  const { packages } = read('package-lock.json') as { packages: Record<string, { version: string }> };
  return existsSync(join(folder, manifest)) && read(manifest).version === packages[`node_modules/${name}`]?.version;
}

/** A module of a client's package, as published. Installs the packages that the tests' own lock file names when it has to. */
export async function clientModule<Module>(name: string, file: string): Promise<Module> {
  if (!installed(name)) {
    const npm = process.env.npm_execpath;
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    if (npm === undefined) execFileSync('npm', args, { cwd: folder, stdio: 'pipe' });
    else execFileSync(process.execPath, [npm, ...args], { cwd: folder, stdio: 'pipe' });
  }
  return (await import(pathToFileURL(join(folder, 'node_modules', name, file)).href)) as Module;
}
