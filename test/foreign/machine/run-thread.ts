import { execFile } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { Finding } from '../../../harness/foreign/machine/finding.ts';
import type { Ending } from '../../../harness/foreign/machine/settle.ts';
import { packagePath } from '../../../sim/kernel/package-root.ts';

/** What a script of `fixtures/` left. */
export interface Ran {
  readonly log: readonly unknown[];
  readonly ending: Ending;
  readonly findings: readonly Finding[];
  readonly output: { readonly text: string; readonly leftOut: number };
  readonly nowMs: number;
}

const fixture = (name: string): URL => new URL(`fixtures/${name}.mjs`, import.meta.url);
/** A thread cannot start from TypeScript on every supported Node: it takes the machine as built. */
const machine = pathToFileURL(packagePath('dist', 'harness', 'foreign', 'machine', 'machine.js')).href;

/** Runs the script in a worker in virtual time. */
export function inVirtualTime(script: string, options: object = {}): Promise<Ran> {
  return inWorker({ script: fixture(script).href, machine, options }) as Promise<Ran>;
}

/** Runs the script in a worker as Node is. */
export async function inRealTime(script: string): Promise<readonly unknown[]> {
  return ((await inWorker({ script: fixture(script).href })) as Ran).log;
}

/** Runs the script in virtual time in a process of its own. */
export async function inChildProcess(script: string, options: object = {}, flags: readonly string[] = []): Promise<Ran> {
  const data = JSON.stringify({ script: fixture(script).href, machine, options });
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, fileURLToPath(fixture('thread')), data]);
  return JSON.parse(stdout) as Ran;
}

/** Runs a script that installs and drives the machine itself. */
export function ofOwner(script: string): Promise<unknown> {
  return inWorker({ machine }, script);
}

function inWorker(workerData: object, entry = 'thread'): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(fixture(entry), { workerData, stdout: true, stderr: true });
    let result: unknown;
    worker.on('message', (sent) => {
      result = sent;
    });
    worker.on('error', reject);
    worker.on('exit', (code) =>
      result === undefined ? reject(new Error(`the worker ended with ${code}, without a result`)) : resolve(result),
    );
  });
}
