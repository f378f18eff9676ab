import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packagePath } from '../../sim/kernel/package-root.ts';
import { type Finished, listenTo } from '../support/finished.ts';

/** Somebody who types the lines of a page, one after another, in a folder of their own that has the checkout's examples. */
export interface Reader {
  readonly folder: string;
  type(command: string): Promise<Finished>;
}

/** `npm start` from a checkout, which runs the same set-up and command as npm would; `at-capacity` as if it were installed. */
const programs = {
  npm: `if [ "$1" != start ]; then echo "no reader may type npm $1 here" >&2; exit 99; fi
shift
if [ "$1" = -- ]; then shift; fi
export INIT_CWD=$PWD npm_lifecycle_event=start npm_package_name=at-capacity
exec '${process.execPath}' '${packagePath('.ci', 'setup.mjs')}' --then run -- "$@"`,
  'at-capacity': `exec '${process.execPath}' '${packagePath('dist', 'harness', 'cli', 'main.js')}' "$@"`,
};

export function newReader(): Reader {
  const home = mkdtempSync(join(tmpdir(), 'reader '));
  const bin = join(home, 'bin');
  const folder = join(home, 'my folder');
  mkdirSync(bin);
  mkdirSync(folder);
  symlinkSync(packagePath('examples'), join(folder, 'examples'));
  for (const [name, body] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/usr/bin/env bash\n${body}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, NO_COLOR: '1', COLUMNS: '80', npm_lifecycle_event: undefined };
  return {
    folder,
    type(command) {
      const child = spawn('bash', ['-c', command], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
      return listenTo(child).finished;
    },
  };
}
