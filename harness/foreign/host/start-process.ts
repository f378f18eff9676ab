import { type ChildProcess, spawn } from 'node:child_process';
import { packagePath } from '../../../sim/kernel/package-root.ts';
import type { Place } from '../where.ts';
import { crashOf, type ProcessEnd, withNote } from './crash.ts';
import { foreignEnvironment, permissionFlags } from './environment.ts';
import { type Failure, failureOf } from './failure.ts';
import type { FromProcess, StartJob } from './job.ts';

export interface HostedOutcome {
  /** False when the process ended before it had the job. */
  readonly begun: boolean;
  readonly result?: unknown;
  readonly failed?: Failure;
  /** The first bytes of what the code wrote, and how much more there was. */
  readonly output: string;
}

/** A process that runs jobs, one at a time, until one of them fails. */
export interface HostedProcess {
  run(start: StartJob, tell: (share: number) => void): Promise<HostedOutcome>;
  /** False once it has ended, whatever ended it. */
  running(): boolean;
  /** Ends it at once; resolves when nothing of it is left. A job that runs has failed by then. */
  end(): Promise<void>;
}

/** Of what the process itself writes, in characters. */
const keptText = 16_384;

export function startProcess(pass: readonly string[], set: Readonly<Record<string, string>>): HostedProcess {
  // A process starts from the built file: not every supported Node runs TypeScript.
  const entry = packagePath('dist', 'harness', 'foreign', 'host', 'process.js');
  const child = spawn(process.execPath, [...permissionFlags(), entry], {
    env: foreignEnvironment(pass, set),
    // What the code writes is kept by its thread; the fourth is for notes.
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  const closed = endOf(child);
  return {
    async run(start, tell) {
      const { begun, last, seen } = await lastWord(child, closed, start, tell);
      if (last?.kind === 'done') return { begun, result: last.result, output: last.output };
      const end = await closed;
      const told = last === undefined ? crashOf(end, start.memoryMb) : last.happened;
      // Nobody can say where memory ran out, but for where the code was seen to take long.
      const happened = told.kind === 'memory' && seen !== undefined ? { ...told, place: seen } : told;
      return { begun, failed: failureOf(withNote(happened, end.notes)), output: last?.kind === 'failed' ? last.output : '' };
    },
    running: () => child.connected,
    async end() {
      child.kill('SIGKILL');
      await closed.catch(() => {});
    },
  };
}

/** Once the process has ended and all that it wrote is read. */
function endOf(child: ChildProcess): Promise<ProcessEnd> {
  const stderr = lastOf(child.stderr);
  const notes = lastOf(child.stdio[3]);
  return new Promise((resolve, reject) => {
    child.on('close', (code, signal) => resolve({ code, signal, stderr: stderr(), notes: notes() }));
    // A process that could not be started is no fault of the code.
    child.on('error', (error) => {
      if (child.pid === undefined) reject(error);
    });
  });
}

type LastWord = Exclude<FromProcess, { kind: 'begun' | 'share' | 'looked' | 'passed' }>;

/**
 * The result of a job, or the failure for which its process is ended: what the process says, or where it is not heard of any
 * more, what it said it is looking for. Undefined when the process ends on its own.
 */
function lastWord(
  child: ChildProcess,
  closed: Promise<unknown>,
  start: StartJob,
  tell: (share: number) => void,
): Promise<{ readonly begun: boolean; readonly last: LastWord | undefined; readonly seen: Place | undefined }> {
  return new Promise((resolve, reject) => {
    let begun = false;
    let seen: Place | undefined;
    let last: LastWord | undefined;
    let patience: NodeJS.Timeout | undefined;
    const over = (): void => {
      clearTimeout(patience);
      child.off('message', hear);
      resolve({ begun, last, seen });
    };
    const end = (word?: LastWord): void => {
      last = word;
      child.kill('SIGKILL');
    };
    const hear = (message: FromProcess): void => {
      begun = true;
      if (message.kind === 'share') {
        tell(message.share);
        return;
      }
      clearTimeout(patience);
      if (message.kind === 'looked') seen = message.place;
      if (message.kind === 'passed') seen = undefined;
      if (message.kind === 'looking') patience = setTimeout(() => end(message), message.patienceMs);
      if (message.kind === 'failed') end(message);
      if (message.kind === 'done') {
        last = message;
        over();
      }
    };
    child.on('message', hear);
    closed.then(over, reject);
    child.send(start, (error) => error && end());
  });
}

/** The last text of a stream. */
function lastOf(stream: ChildProcess['stdio'][number]): () => string {
  let text = '';
  if (stream !== null && stream !== undefined && 'setEncoding' in stream) {
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      text = (text + chunk).slice(-keptText);
    });
  }
  return () => text;
}
