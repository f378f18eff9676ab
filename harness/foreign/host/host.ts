import { type Failure, failureOf } from './failure.ts';
import type { Bounds, ForeignJob } from './job.ts';
import { type HostedOutcome, type HostedProcess, startProcess } from './start-process.ts';

/** Runs jobs of the user's code one after another; several hosts run side by side. */
export interface Host {
  /** Never rejects for what the code does: that is a failure, and the next job starts afresh. Rejects when no process can be started. */
  run(job: ForeignJob, options?: RunOptions): Promise<ForeignOutcome>;
  /** Ends everything at once; a job that runs is interrupted. */
  close(): Promise<void>;
}

export interface RunOptions {
  /** Hears how much of the job is done, 0 … 1. */
  readonly tell?: (share: number) => void;
  readonly signal?: AbortSignal;
}

/** `output` is the beginning of what the code wrote to its console. */
export type ForeignOutcome = ({ readonly result: unknown } | { readonly failed: Failure }) & { readonly output: string };

export interface HostOptions {
  /** Variables of this process's environment that the code may see, by name. Default: none. */
  readonly pass?: readonly string[];
  /** Variables that are set for the code. */
  readonly set?: Readonly<Record<string, string>>;
  /** How long a job may go without an event; default 10 s of processor time, or 60 s. */
  readonly bounds?: Bounds;
  /** Heap of a job, MB; default 2,048. */
  readonly memoryMb?: number;
  /** Bytes of output that are kept of a job; default 65,536. */
  readonly outputBytes?: number;
}

/** A host starts its process with its first job, and a new one after a failure. */
export function createHost(options: HostOptions = {}): Host {
  const { pass = [], set = {}, bounds = { cpuMs: 10_000, wallMs: 60_000 }, memoryMb = 2048, outputBytes = 65_536 } = options;
  const closing = new AbortController();
  let hosted: HostedProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const attempt = async (job: ForeignJob, tell: (share: number) => void, stop: AbortSignal): Promise<HostedOutcome> => {
    const running = hosted?.running() ? hosted : startProcess(pass, set);
    hosted = running;
    const end = (): void => void running.end();
    stop.addEventListener('abort', end);
    try {
      return await running.run({ job, bounds, memoryMb, outputBytes }, tell);
    } finally {
      stop.removeEventListener('abort', end);
      if (stop.aborted) await running.end();
    }
  };
  const runNow = async (job: ForeignJob, { tell = () => {}, signal }: RunOptions): Promise<ForeignOutcome> => {
    const stop = signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal]);
    if (stop.aborted) return interrupted;
    const first = await attempt(job, tell, stop);
    // A process may have ended while it waited for its next job.
    const { result, failed, output } = first.begun || stop.aborted ? first : await attempt(job, tell, stop);
    if (stop.aborted) return interrupted;
    return failed === undefined ? { result, output } : { failed, output };
  };
  return {
    run(job, runOptions = {}) {
      const outcome = last.then(() => runNow(job, runOptions));
      last = outcome.catch(() => {});
      return outcome;
    },
    async close() {
      closing.abort();
      await last;
      await hosted?.end();
    },
  };
}

const interrupted: ForeignOutcome = { failed: failureOf({ kind: 'interrupted', what: 'the run was interrupted' }), output: '' };
