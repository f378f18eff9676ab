import type { Micros } from '../kernel/clock.ts';
import type { Watcher } from './attempt-record.ts';
import type { Marked } from './mark.ts';

/** Looks at every attempt and says how its callers retry, for `GET /_admin/conduct`. */
export interface Onlooker {
  /** A request that has come whole; its attempt begins in the same breath, or never. */
  came(request: Marked): void;
  readonly watcher: Watcher;
  /** What it has seen until now, as plain data. */
  report(now: Micros): object;
  /** Nothing has come yet. */
  restart(): void;
}

/** Why there is none: said to whoever asks. */
export interface NoOnlooker {
  readonly missing: string;
}
