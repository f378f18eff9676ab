import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folder of this package, wherever the code runs from: the source tree under a test runner, `dist/` when built,
 * `node_modules/at-capacity` when installed. Files that are not TypeScript (presets, traces, the schema) stay in the
 * source tree and are found from here.
 */
export const packageRoot: string = findRoot(dirname(fileURLToPath(import.meta.url)));

/** Path of a file of this package, from its parts: `packagePath('sim', 'presets', 'peak-day.yaml')`. */
export function packagePath(...parts: string[]): string {
  return join(packageRoot, ...parts);
}

/** Version in package.json. */
export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(packagePath('package.json'), 'utf8')) as { version: string };
  return version;
}

function findRoot(folder: string): string {
  for (let here = folder; ; here = dirname(here)) {
    if (existsSync(join(here, 'package.json'))) return here;
    if (here === dirname(here)) throw new Error(`no package.json above ${folder}`);
  }
}
