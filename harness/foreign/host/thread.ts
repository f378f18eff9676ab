import { parentPort, workerData } from 'node:worker_threads';
import { InputError } from '../../../sim/kernel/problem.ts';
import { type Happened, threw } from './failure.ts';
import type { Alive, ForeignJob, ForeignRun, FromThread } from './job.ts';
import { noteWhatEnds } from './note-what-ends.ts';
import { type SharedState, sharedStateOf } from './shared-state.ts';

/** The entry of a thread: runs one job. It listens to nothing, so that its event loop dies when the job waits for nothing real. */
export interface ThreadData {
  readonly job: ForeignJob;
  readonly state: SharedArrayBuffer;
}

const { job, state } = workerData as ThreadData;
const shared = sharedStateOf(state);
const port = parentPort;

// The user's frame may lie below many of a package's.
Error.stackTraceLimit = 30;
keepOutput(process.stdout, shared);
keepOutput(process.stderr, shared);
const survived = noteWhatEnds(shared);
void runJob().then(post);

async function runJob(): Promise<FromThread> {
  try {
    const { run } = (await import(job.entry)) as { readonly run: ForeignRun };
    const tell = (share: number): void => post({ kind: 'share', share });
    const alive: Alive = (virtualMs) => {
      survived();
      shared.alive(virtualMs);
    };
    return { kind: 'done', result: await run(job, tell, alive) };
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
