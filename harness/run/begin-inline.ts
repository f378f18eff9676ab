import type { Modules } from '../strategy/custom.ts';
import { runJobInSlices } from './job.ts';
import type { Workers } from './workers.ts';

/** What a thread costs before its first job: it reads the program again. A job is not worth one until as much is done. */
const worthMs = 300;

/**
 * Runs jobs in this thread as long as they take less time, all together, than threads would to begin. The jobs under way
 * then, and all that follow, are given to the threads; jobs have no side effects, so they begin anew there.
 */
export function beginInline(
  threads: () => Promise<Workers>,
  { width, modules, aborted, now }: { width: number; modules: Modules; aborted: () => boolean /** ms */; now: () => number },
): Workers {
  let spent = 0;
  let pool: Promise<Workers> | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  return {
    width,
    async run(job, tell) {
      if (pool === undefined) {
        // One after another: a job's time would count that of the others.
        const outcome = turn.then(async () => {
          if (pool !== undefined) return undefined;
          const begunAt = now();
          const stop = (): boolean => aborted() || spent + now() - begunAt > worthMs;
          const came = stop() ? undefined : await runJobInSlices(job, modules, stop);
          spent += now() - begunAt;
          return came;
        });
        turn = outcome.catch(() => undefined);
        const came = await outcome;
        if (came !== undefined || aborted()) return came;
      }
      pool ??= threads();
      return (await pool).run(job, tell);
    },
    close: async () => (await pool)?.close(),
  };
}
