import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, buildNeeded } from './build.mjs';
import { install, installNeeded } from './install.mjs';
import { withLock } from './lock.mjs';
import { SetUpError, tell } from './tell.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Brings `node_modules/` and `dist/` up to date, then runs the command behind `--then`, if there is one. */
export async function setUp(args) {
  try {
    if (installNeeded(root) || buildNeeded(root)) {
      await withLock(root, async () => {
        if (installNeeded(root)) await install(root);
        if (buildNeeded(root)) await build(root);
      });
    }
    if (args[0] === '--then') await runCommand(args[1], args.slice(args[2] === '--' ? 3 : 2));
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error;
    tell(error.message);
    process.exitCode = 1;
  }
}

/** Runs the command line in this process, from the folder in which the user typed `npm start`. */
async function runCommand(fallback, args) {
  const main = join(root, 'dist', 'harness', 'cli', 'main.js');
  const { commandNames } = await import(pathToFileURL(join(root, 'dist', 'harness', 'cli', 'commands.js')).href);
  const command = commandNames.includes(args[0]) ? args : [fallback, ...args];
  const from = process.env.INIT_CWD;
  if (from !== undefined && existsSync(from)) process.chdir(from);
  process.argv = [process.execPath, main, ...command];
  await import(pathToFileURL(main).href);
}
