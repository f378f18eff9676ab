/** What a job came to. */
export interface JobResult {
  readonly job: number;
  /** Output tokens of its answer. */
  readonly tokens: number;
}

/**
 * What of a batch outlives the process that works through it: the results, each written at once, and the checkpoint, written
 * after each chunk. Both are whole at any instant: a result is there or not, a checkpoint is the old one or the new one.
 */
export interface BatchStore {
  /** All jobs before this one are done: where whoever comes next begins to read. */
  readonly checkpoint: number;
  readonly size: number;
  has(job: number): boolean;
  /** A job is handed over, or has failed: one that was begun and did not end may have been answered. */
  begun(job: number): void;
  failed(job: number): void;
  /** A job has one result: the first that is written. */
  write(result: JobResult): void;
  mark(checkpoint: number): void;
  /** What the next process finds, when this one has ended. */
  reread(): BatchStore;
  /** All results in the order of the jobs, a line each. */
  text(): string;
}

/** A store in memory that stands for a file: it outlives crashes of what is simulated. */
export function createBatchStore(): BatchStore {
  const results = new Map<number, JobResult>();
  let checkpoint = 0;
  const store: BatchStore = {
    get checkpoint() {
      return checkpoint;
    },
    get size() {
      return results.size;
    },
    has: (job) => results.has(job),
    begun() {},
    failed() {},
    reread: () => store,
    write(result) {
      if (!results.has(result.job)) results.set(result.job, result);
    },
    mark(next) {
      checkpoint = next;
    },
    text: () => textOf(results.values()),
  };
  return store;
}

/** A line for each result, in the order of the jobs. */
export function textOf(results: Iterable<JobResult>): string {
  return [...results]
    .toSorted((a, b) => a.job - b.job)
    .map(({ job, tokens }) => `${JSON.stringify({ job, tokens })}\n`)
    .join('');
}
