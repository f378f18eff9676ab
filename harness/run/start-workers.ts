import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { packagePath } from '../../sim/kernel/package-root.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import type { Modules } from '../strategy/custom.ts';
import { beginInline } from './begin-inline.ts';
import type { Job } from './client-side.ts';
import { runJobInSlices } from './job.ts';
import type { Answer } from './worker.ts';
import type { Workers } from './workers.ts';

/**
 * As many threads as `count` says; without it as many as the machine has processors for, once the work is worth them. 0 runs
 * inline, in this thread.
 */
export async function startWorkers(count: number | undefined, modules: Modules, signal: AbortSignal | undefined): Promise<Workers> {
  const aborted = (): boolean => signal?.aborted === true;
  if (count === 0) {
    return {
      width: 1,
      run: (job) => (aborted() ? Promise.resolve(undefined) : runJobInSlices(job, modules, aborted)),
      close: async () => {},
    };
  }
  if (count !== undefined) return startThreads(count, signal);
  const width = availableParallelism();
  // A module of the user's may never give this thread back.
  if (modules.size > 0) return startThreads(width, signal);
  return beginInline(() => startThreads(width, signal), { width, modules, aborted, now: cpuMs });
}

/** CPU time of this process, ms: on a busy machine the time of day says little about work. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function startThreads(threads: number, signal: AbortSignal | undefined): Promise<Workers> {
  const aborted = (): boolean => signal?.aborted === true;
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
