import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { packagePath } from '../../../sim/kernel/package-root.ts';

const run = promisify(execFile);

/** Runs a module of `fixtures/` in a process of its own, whose network it may replace, and reads what it says. */
export async function runFixture<Said>(name: string, ...args: readonly string[]): Promise<Said> {
  const { stdout } = await run(process.execPath, [packagePath('test', 'foreign', 'network', 'fixtures', name), ...args], {
    timeout: 100_000,
    maxBuffer: 50_000_000,
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  });
  return JSON.parse(stdout) as Said;
}
