import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { packagePath } from '../../sim/kernel/package-root.ts';
import { type Finished, listenTo } from '../support/finished.ts';

const main = packagePath('dist', 'harness', 'cli', 'main.js');

export interface Started {
  readonly child: ChildProcess;
  readonly finished: Promise<Finished>;
  /** What it has written to stdout so far. */
  stdout(): string;
  /** Resolves when stdout or stderr holds the text; fails when the program ends before. */
  until(text: string): Promise<void>;
}

export interface Surroundings {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly input?: string;
}

/** Starts the built command line. No colours and 80 columns unless `env` says otherwise. */
export function start(args: readonly string[], { cwd = tmpdir(), env = {}, input }: Surroundings = {}): Started {
  if (!existsSync(main)) throw new Error('dist/ is missing: run npm test, or node .ci/setup.mjs');
  const inherited = { ...process.env, NO_COLOR: undefined, FORCE_COLOR: undefined, COLUMNS: undefined, npm_lifecycle_event: undefined };
  const child = spawn(process.execPath, [main, ...args], { cwd, env: { ...inherited, ...env } });
  const { finished, stdout, stderr } = listenTo(child);
  const looking = new Set<() => void>();
  const look = () => {
    for (const each of looking) each();
  };
  child.stdout.on('data', look);
  child.stderr.on('data', look);
  child.stdin.end(input ?? '');
  return {
    child,
    finished,
    stdout,
    until: (text) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (!stdout().includes(text) && !stderr().includes(text)) return;
          looking.delete(check);
          resolve();
        };
        looking.add(check);
        check();
        void finished.then(({ code }) => reject(new Error(`ended with ${code} before it said ${text}:\n${stdout()}\n${stderr()}`)));
      }),
  };
}

/** Runs the built command line to its end. */
export function atCapacity(args: readonly string[], surroundings: Surroundings = {}): Promise<Finished> {
  return start(args, surroundings).finished;
}

/** A folder with a blank in its path that is gone after the test, holding these files. */
export function folderWith(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'at capacity '));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/** A scenario of a few hundred requests. */
export const small = `
time: { length: 1m }
replications: 2
provider: { models: { big: { slots: 8, service: { exponential: 1s } } } }
workload: { arrivals: { poisson: { rate: 7/s } } }
strategies:
  - name: naive
  - { name: backoff, retry: { exponential: { base: 1s } } }
  - { name: limited, limit: 5 }
`;

/** A file of JSON in a folder. */
export function readJson(...parts: string[]): ReturnType<typeof JSON.parse> {
  return JSON.parse(readFileSync(join(...parts), 'utf8'));
}
