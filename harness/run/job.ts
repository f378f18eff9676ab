import { CodedError, type ErrorCode } from '../../sim/kernel/errors.ts';
import type { Modules } from '../strategy/custom.ts';
import type { Job } from './client-side.ts';
import { foldReplication, type ReplicationOutput } from './fold-replication.ts';
import { Simulation } from './simulation.ts';
import { type UnretriedRun, withoutRetries } from './without-retries.ts';

/** What a job comes to: its figures (`cut`: of a part of it, when it was interrupted), or the coded failure that ends this strategy alone. */
export type JobOutcome =
  | { readonly output: ReplicationOutput; readonly cut?: true }
  | { readonly failure: { readonly code: ErrorCode; readonly message: string } };

/** Events between two looks at the rest of the process. */
const slice = 100_000;

/** Errors of a strategy, not of the program. */
export const strategyErrors: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['livelock', 'stalled', 'bound']);

/** Runs a job to its end. Throws what is no failure of the strategy: bad input, a breach of the identities. */
export function runJob(job: Job, modules: Modules): JobOutcome {
  return caught(() => {
    const run = new Simulation(job, modules);
    while (!run.advance(slice));
    const other = withoutRetries(run, modules);
    while (other?.advance(slice) === false);
    return { output: foldReplication(run, other?.book) };
  });
}

/** The same in slices, so that signals and progress are seen in between; undefined when `aborted` says so. */
export async function runJobInSlices(job: Job, modules: Modules, aborted: () => boolean): Promise<JobOutcome | undefined> {
  let run: Simulation | undefined;
  let over = false;
  let other: UnretriedRun | undefined;
  for (;;) {
    const outcome = caught(() => {
      run ??= new Simulation(job, modules);
      if (!over) {
        over = run.advance(slice);
        if (!over) return undefined;
        other = withoutRetries(run, modules);
      }
      return other?.advance(slice) === false ? undefined : { output: foldReplication(run, other?.book) };
    });
    if (outcome !== undefined) return outcome;
    await new Promise((resolve) => setImmediate(resolve));
    if (aborted()) return undefined;
  }
}

function caught<Outcome extends JobOutcome | undefined>(
  run: () => Outcome,
): Outcome | { readonly failure: { readonly code: ErrorCode; readonly message: string } } {
  try {
    return run();
  } catch (error) {
    if (error instanceof CodedError && strategyErrors.has(error.code)) return { failure: { code: error.code, message: error.message } };
    throw error;
  }
}
