import type { Place } from '../where.ts';
import type { Happened } from './failure.ts';

/** One run of the user's code in a thread of its own. */
export interface ForeignJob {
  /** File URL of a module that exports `run: ForeignRun`. */
  readonly entry: string;
  /** What structured cloning can copy. */
  readonly data: unknown;
  /** What it is called in messages. */
  readonly name: string;
}

/** What an entry exports as `run`. Its result is copied by structured cloning. */
export type ForeignRun = (job: ForeignJob, tell: (share: number) => void, alive: Alive) => Promise<unknown>;

/** To be called with every event, with the virtual time in ms: what does not call it for a while is blocked. */
export type Alive = (virtualMs: number) => void;

/** How long a job may go without an event. */
export interface Bounds {
  /** Processor time of its process, ms: a loaded machine does not use it up. */
  readonly cpuMs: number;
  /** Real time, ms, for what waits without using the processor. */
  readonly wallMs: number;
}

/** What the host asks of its process. */
export interface StartJob {
  readonly job: ForeignJob;
  readonly bounds: Bounds;
  readonly memoryMb: number;
  readonly outputBytes: number;
}

/** What a thread tells its process. */
export type FromThread =
  | { readonly kind: 'share'; readonly share: number }
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly happened: Happened };

/**
 * What the process tells the host: `begun` when it has the job. `looking` comes before each look for the place of slow or blocked code, and says what has
 * happened should the process not be heard of again: a look into native code does not return. `looked` says that one did,
 * and `passed` that events pass again since.
 */
export type FromProcess =
  | { readonly kind: 'begun' }
  | { readonly kind: 'share'; readonly share: number }
  | { readonly kind: 'looking'; readonly happened: Happened; readonly patienceMs: number }
  | { readonly kind: 'looked'; readonly place?: Place }
  | { readonly kind: 'passed' }
  | { readonly kind: 'done'; readonly result: unknown; readonly output: string }
  | { readonly kind: 'failed'; readonly happened: Happened; readonly output: string };
