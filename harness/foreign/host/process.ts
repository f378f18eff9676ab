import { Worker } from 'node:worker_threads';
import { type Happened, threw } from './failure.ts';
import type { FromProcess, FromThread, StartJob } from './job.ts';
import { locate, lookOnce } from './locate.ts';
import { createSharedState, type SharedState } from './shared-state.ts';
import type { ThreadData } from './thread.ts';
import { held, watch } from './watchdog.ts';

// The entry of a host's process. It ends with the host, however that ends, and leaves Ctrl-C to it.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('SIGINT', () => {});
process.on('message', (start: StartJob) => runThread(start));

/** So long a blocked thread is looked for, ms, before the host gives the process up. */
const locatingMs = 10_000;

function send(message: FromProcess): void {
  process.send?.(message);
}

function runThread({ job, bounds, memoryMb, outputBytes }: StartJob): void {
  send({ kind: 'begun' });
  const state = createSharedState(outputBytes);
  const thread = new Worker(new URL('./thread.js', import.meta.url), {
    workerData: { job, state: state.buffer } satisfies ThreadData,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    stdout: true,
    stderr: true,
  });
  let over = false;
  const unwatch = watch(state, bounds, {
    slow: () => {
      send({ kind: 'looking', happened: held(bounds.wallMs, state), patienceMs: bounds.wallMs });
      const place = lookOnce();
      send({ kind: 'looked', ...(place && { place }) });
    },
    passed: () => send({ kind: 'passed' }),
    blocked: (happened) => {
      send({ kind: 'looking', happened, patienceMs: locatingMs });
      void locate().then((place) => fail({ ...happened, ...(place && { place }) }));
    },
  });
  /** True the first time: later news is about a thread that is given up. */
  const end = (): boolean => {
    const first = !over;
    over = true;
    unwatch();
    return first;
  };
  const fail = (happened: Happened): void => {
    if (end()) send({ kind: 'failed', happened, output: state.output() });
  };
  thread.on('message', (message: FromThread) => {
    if (message.kind === 'share') send(message);
    else if (message.kind === 'failed') fail(message.happened);
    else if (end()) void thread.terminate().then(() => send({ ...message, output: state.output() }));
  });
  thread.on('error', (error) => fail(happenedOf(error, state, memoryMb)));
  thread.on('exit', (code) => fail(endOf(code, state)));
}

/** What the thread threw outside of any call, or its lack of memory. */
function happenedOf(error: unknown, state: SharedState, memoryMb: number): Happened {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'))
    return threw(error, 'the code threw, outside of any call,', state.virtualMs());
  return { kind: 'memory', what: `the code needs more than ${memoryMb} MB of memory`, ...timeOf(state) };
}

/** A thread that ended without an answer: the host knows from a note when the code itself ended it. */
function endOf(code: number, state: SharedState): Happened {
  const what = 'the run can never end, because nothing is left that could wake what it waits for';
  const other = `the thread of the code ended with exit code ${code}`;
  return { kind: code === 0 || code === 13 ? 'unsettled' : 'exited', what: code === 0 || code === 13 ? what : other, ...timeOf(state) };
}

function timeOf(state: SharedState): { readonly virtualMs?: number } {
  const virtualMs = state.virtualMs();
  return virtualMs === undefined ? {} : { virtualMs };
}
