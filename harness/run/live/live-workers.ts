import { CodedError } from '../../../sim/kernel/errors.ts';
import type { Modules } from '../../strategy/custom.ts';
import type { Job } from '../client-side.ts';
import { foldReplication, type ReplicationOutput } from '../fold-replication.ts';
import { type JobOutcome, strategyErrors } from '../job.ts';
import type { Workers } from '../workers.ts';
import { batchesOf } from './batches.ts';
import { type FinishedLive, LiveRun } from './live-run.ts';
import type { LiveOptions } from './options.ts';
import { SharedStart } from './scaled-time.ts';
import { type ServerThread, startServerThread } from './server-thread.ts';
import { type TimerWatch, watchTimers } from './timer-watch.ts';

/** Runs jobs in real time, one after another, each against a server of its own. InputError for what cannot be run so. */
export function startLive(live: LiveOptions, modules: Modules, signal: AbortSignal | undefined): Workers {
  const server = startServerThread();
  const timers = watchTimers();
  let warm = live.target !== undefined;
  return {
    width: 1,
    async run(job, tell) {
      if (signal?.aborted === true) return undefined;
      const running = { job, modules, live, signal, server, timers };
      const long = job.scenario.time.length / live.timeScale >= worthwhileMs;
      // What counts nowhere is not kept either.
      const trial = { ...live, checkpoint: undefined };
      if (!warm && long) await runLive({ ...running, live: trial, job: beginningOf(job, live.timeScale), tell: undefined });
      warm = true;
      return isAborted(signal) ? undefined : runLive({ ...running, tell });
    },
    warnings: async () => live.checkpoint?.notes() ?? [],
    async close() {
      await Promise.all([server.stop(), timers.stop()]);
    },
  };
}

/** Code that has not run yet is slow: so much of real time is run through before anything counts, ms. */
const warmUpMs = 1500;
/** Shorter runs than this are not worth it, ms of real time. */
const worthwhileMs = 10_000;

/** The first moments of a job. */
function beginningOf(job: Job, timeScale: number): Job {
  const { scenario } = job;
  return {
    ...job,
    raw: false,
    scenario: { ...scenario, alarm: undefined, time: { ...scenario.time, length: warmUpMs * timeScale, warmUp: 0, drain: 0 } },
  };
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

interface Running {
  readonly job: Job;
  readonly modules: Modules;
  readonly live: LiveOptions;
  readonly signal: AbortSignal | undefined;
  readonly tell: ((share: number) => void) | undefined;
  readonly server: ServerThread;
  readonly timers: TimerWatch;
}

async function runLive(running: Running): Promise<JobOutcome> {
  const { job, live, server } = running;
  const { scenario, replication } = job;
  const { providers, servePort, timeScale } = live;
  const start = new SharedStart();
  try {
    const run = new LiveRun({ ...running, start });
    try {
      const { targets } = run;
      const url = await server.open({ scenario, providers, replication, targets, port: servePort, timeScale, start: start.buffer });
      live.onServing?.(url);
      return await against(url, run, running);
    } finally {
      await run.close();
      await server.close();
    }
  } catch (error) {
    if (error instanceof CodedError && strategyErrors.has(error.code)) return { failure: { code: error.code, message: error.message } };
    throw error;
  }
}

async function against(url: string, run: LiveRun, { job, server, timers }: Running): Promise<JobOutcome> {
  await timers.take();
  await run.run(url);
  const books = await server.books(!run.cut);
  const output = foldLive(run.finished(books, await timers.take()), job);
  return run.cut ? { output, cut: true } : { output };
}

/** Folds a run, and its requests once more in batches; rows of every request go on only where somebody asks for them. */
function foldLive(finished: FinishedLive, { scenario, raw }: Job): ReplicationOutput {
  const { recorder, live, bills, end } = finished;
  const output = foldReplication(finished);
  const { requests = [], attempts = [] } = output.raw ?? {};
  const { warmUp, good, targets } = recorder.options;
  const batches = batchesOf({
    requests,
    attempts,
    bills,
    fromMs: warmUp / 1000,
    toMs: end / 1000,
    good,
    stream: scenario.workload.stream,
    targets,
  });
  return { ...output, fold: { ...output.fold, live }, batches, raw: raw ? output.raw : undefined };
}
