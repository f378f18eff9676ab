import type { Job } from './client-side.ts';
import type { JobOutcome } from './job.ts';

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
