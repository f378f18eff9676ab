import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { packagePath } from '../../sim/kernel/package-root.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import type { Modules } from '../strategy/custom.ts';
import type { Job } from './client-side.ts';
import { type JobOutcome, runJobInSlices } from './job.ts';
import type { Answer } from './worker.ts';

/** Runs jobs; results do not depend on where or in which order. */
export interface Workers {
  /** undefined when the run was interrupted before this job ended. `tell` hears how much of it is done, 0 … 1. */
  run(job: Job, tell?: (share: number) => void): Promise<JobOutcome | undefined>;
  /** Jobs worth handing over at once. */
  readonly width: number;
  /** What is to be said of the run beside its figures; asked once the jobs are done. */
  readonly warnings?: () => Promise<readonly string[]>;
  close(): Promise<void>;
}

/** As many threads as the machine has processors for, unless told. 0 runs inline, in this thread. */
export async function startWorkers(count: number | undefined, modules: Modules, signal: AbortSignal | undefined): Promise<Workers> {
  const threads = count ?? availableParallelism();
  const aborted = (): boolean => signal?.aborted === true;
  if (threads === 0) {
    return {
      width: 1,
      run: (job) => (aborted() ? Promise.resolve(undefined) : runJobInSlices(job, modules, aborted)),
      close: async () => {},
    };
  }
  const { Piscina } = await import('piscina');
  // A worker's entry is always the built file: a thread cannot start from TypeScript on every supported Node.
  const filename = pathToFileURL(packagePath('dist', 'harness', 'run', 'worker.js')).href;
  const pool = new Piscina({ filename, minThreads: 1, maxThreads: threads, idleTimeout: 10_000, concurrentTasksPerWorker: 1 });
  return {
    width: threads,
    async run(job) {
      if (aborted()) return undefined;
      let answer: Answer;
      try {
        answer = (await pool.run(job, { name: 'work', signal: signal ?? null })) as Answer;
      } catch (error) {
        if (aborted()) return undefined;
        throw explained(error, job);
      }
      if ('problems' in answer) throw new InputError(answer.problems);
      return answer;
    },
    close: () => pool.destroy(),
  };
}

/** Why a thread ended before its job: what is not ours is said in the user's words. */
function explained(error: unknown, { scenario, strategyIndex }: Job): unknown {
  const { code, message } = error instanceof Error ? (error as NodeJS.ErrnoException) : { code: undefined, message: '' };
  const name = scenario.strategies[strategyIndex]?.name;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
    const help = 'run fewer --requests or --workers, or give Node more with NODE_OPTIONS=--max-old-space-size=8192';
    return new InputError([{ message: `strategy ${name} needs more memory than a thread has; ${help}` }]);
  }
  if (scenario.modules.length > 0 && /^worker exited with code/.test(message))
    return new InputError([{ message: `a module of the user's ended the thread that ran strategy ${name} (${message})` }]);
  return error;
}
