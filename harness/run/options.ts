import type { RawAttempt, RawRequest } from '../../reports/result/raw.ts';
import type { Result } from '../../reports/result/result.ts';
import type { LiveOptions } from './live/options.ts';

/** How a scenario is run; none of it changes a figure. */
export interface RunOptions {
  /** Worker threads; 0 runs inline, default one a processor. */
  readonly workers?: number | undefined;
  /** Marks the result as one of `--quick`. */
  readonly quick?: boolean | undefined;
  /** Interrupts: the result holds what was finished, marked incomplete. */
  readonly signal?: AbortSignal | undefined;
  /** Every request and attempt of a finished job; called in a fixed order, whatever the workers do. */
  readonly onRaw?: ((rows: RawRows) => void | Promise<void>) | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Leaves code of the user's Node's own fetch, over connections in memory: slower. */
  readonly fidelity?: boolean | undefined;
  /** False: the winner is not run again on fresh replications; nothing is chosen. */
  readonly fresh?: boolean | undefined;
  /** In real time, against a server; default in virtual time. */
  readonly live?: LiveOptions | undefined;
}

/** All rows of one strategy in one replication. */
export interface RawRows {
  readonly strategy: string;
  readonly replication: number;
  readonly requests: readonly RawRequest[];
  readonly attempts: readonly RawAttempt[];
}

/** Jobs finished of those planned so far. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly stage: 'first' | 'main' | 'fresh';
  /** How much of the job under way is done, 0 … 1; live runs say it many times a second. */
  readonly share?: number | undefined;
  /** What the first replications say so far, of the strategies that have one; made when it is asked for. */
  partial(): Result;
}
