import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packagePath } from '../../sim/kernel/package-root.ts';
import type { Answered, Claim, Runner, Simulated } from './claim.ts';
import { simulateLine } from './simulate-line.ts';
import { words } from './words.ts';

/** Figures with as many digits as files have, one a check; NaN for what is asserted once and was not asked for now. */
export async function figuresOf(claim: Claim, seed: number, brief: boolean, once: boolean): Promise<readonly number[]> {
  const { runner, close } = newRunner(claim, seed, brief);
  try {
    const figures: number[] = [];
    for (const { of, figure } of claim.checks) figures.push(of === 'once' && !once ? Number.NaN : six(await figure.of(runner)));
    return figures;
  } finally {
    close();
  }
}

/** The last bits of sums and quotients differ between versions of Node. */
function six(value: number): number {
  return Number(value.toPrecision(6));
}

function newRunner({ id, runs }: Claim, seed: number, brief: boolean): { readonly runner: Runner; close(): void } {
  const simulated = new Map<string, Promise<Simulated>>();
  const folders: string[] = [];
  const line = (name: string): string => {
    const run = runs[name];
    if (run === undefined) throw new Error(`${id} has no run ${name}`);
    return brief ? (run.brief ?? run.command) : run.command;
  };
  const runner: Runner = {
    simulate(name) {
      const known = simulated.get(name) ?? simulateLine(line(name), seed);
      simulated.set(name, known);
      return known;
    },
    type(name) {
      const folder = mkdtempSync(join(tmpdir(), 'claim '));
      folders.push(folder);
      return typed(line(name), folder);
    },
  };
  return { runner, close: () => folders.map((folder) => rmSync(folder, { recursive: true, force: true })) };
}

/** Types a command of the built program in a folder that has the examples. */
function typed(line: string, folder: string): Promise<Answered> {
  symlinkSync(packagePath('examples'), join(folder, 'examples'));
  const child = spawn(process.execPath, [packagePath('dist', 'harness', 'cli', 'main.js'), ...words(line)], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1', COLUMNS: '80', npm_lifecycle_event: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr, folder }));
  });
}
