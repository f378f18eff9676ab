import { writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { InputError } from '../../../sim/kernel/problem.ts';
import { where } from '../where.ts';
import { type Happened, threw } from './failure.ts';
import { type ForeignJob, type ForeignRun, type FromThread, type Note, notesFd } from './job.ts';
import { type SharedState, sharedStateOf } from './shared-state.ts';

/** The entry of a thread: runs one job. It listens to nothing, so that its event loop dies when the job waits for nothing real. */
export interface ThreadData {
  readonly job: ForeignJob;
  readonly state: SharedArrayBuffer;
}

/** From here on what `JSON.parse` makes may not fit into memory, which ends the process at once. */
const largeText = 4_000_000;

const { job, state } = workerData as ThreadData;
const shared = sharedStateOf(state);
const port = parentPort;

// The user's frame may lie below many of a package's.
Error.stackTraceLimit = 30;
keepOutput(process.stdout, shared);
keepOutput(process.stderr, shared);
noteWhatEnds();
void runJob().then(post);

async function runJob(): Promise<FromThread> {
  try {
    const { run } = (await import(job.entry)) as { readonly run: ForeignRun };
    const tell = (share: number): void => post({ kind: 'share', share });
    return { kind: 'done', result: await run(job, tell, shared.alive) };
  } catch (error) {
    return { kind: 'failed', happened: happenedOf(error) };
  }
}

function post(message: FromThread): void {
  try {
    port?.postMessage(message);
  } catch (error) {
    port?.postMessage({ kind: 'failed', happened: happenedOf(error) } satisfies FromThread);
  }
}

function happenedOf(error: unknown): Happened {
  if (!(error instanceof InputError)) return threw(error, 'the code threw', shared.virtualMs());
  const { file, line } = error.problems[0] ?? {};
  const known = file !== undefined && line !== undefined;
  return { kind: 'import', what: error.message, ...(known && { place: { module: file, line } }) };
}

/** What the code writes is kept in memory: a real write would keep the event loop alive. */
function keepOutput(stream: NodeJS.WriteStream, { write }: SharedState): void {
  stream.write = (chunk: string | Uint8Array, ...rest: readonly unknown[]): boolean => {
    write(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
    const then = rest.at(-1);
    if (typeof then === 'function') process.nextTick(then as () => void);
    return true;
  };
}

/** Says where the code stands before it ends its thread or its process, after which nobody could ask. */
function noteWhatEnds(): void {
  const note = (kind: Note['kind'], call: string): void => {
    const place = where(new Error().stack);
    const virtualMs = shared.virtualMs();
    const line = JSON.stringify({ kind, call, ...(place && { place }), ...(virtualMs !== undefined && { virtualMs }) } satisfies Note);
    try {
      writeSync(notesFd, `${line}\n`);
    } catch {
      // The failure is told without its place.
    }
  };
  const { exit, kill } = process;
  process.exit = (code) => {
    note('exited', `process.exit(${code ?? ''})`);
    return exit.call(process, code);
  };
  process.kill = (pid, signal) => {
    const own = pid === process.pid || pid <= 0;
    if (own && signal !== 0) note('killed', `process.kill(${pid > 0 ? 'process.pid' : pid}${signal === undefined ? '' : `, ${signal}`})`);
    return kill.call(process, pid, signal);
  };
  const { parse } = JSON;
  JSON.parse = (text, reviver) => {
    const large = typeof text === 'string' && text.length > largeText;
    if (large) note('memory', `JSON.parse of ${text.length} characters`);
    const value = parse(text, reviver);
    if (large) note('over', 'JSON.parse');
    return value;
  };
}
