import type { Identity } from '../../../reports/result/fold.ts';
import type { ProviderSpec } from '../../../sim/provider/spec.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { ProviderBooks } from '../provider-books.ts';

/** A world to serve: a job's provider side. Plain data, so that it can go to another thread. */
export interface ServedJob {
  readonly scenario: Scenario;
  /** As they are in real time. */
  readonly providers: Readonly<Record<string, ProviderSpec>>;
  readonly replication: number;
  /** Everywhere that the strategy sends to, its first choice first. */
  readonly targets: readonly string[];
  readonly port: number;
  readonly timeScale: number;
  /** When its time begins. */
  readonly start: SharedArrayBuffer;
}

/** What was billed for the requests of one index. */
export interface Bill {
  readonly entity: number;
  readonly tokens: number;
  readonly usd: number;
}

/** The provider's side of the books of a live run. */
export interface ServerBooks extends ProviderBooks {
  /** Sums between what the server counted of connections and what its providers counted. */
  readonly sums: readonly Identity[];
  readonly bills: readonly Bill[];
  /** Mean free slots of the pool behind the first target, a figure a bucket of the timeline that is over. */
  readonly freeSlots: readonly number[];
  /** From an attempt's arrival to the end of its answer, ms, of whole answers; ascending. */
  readonly servedMs: Float64Array;
}

/** What a server is asked for; it answers in order. */
export type ToServer =
  | { readonly kind: 'open'; readonly job: ServedJob }
  | { readonly kind: 'books'; readonly settle: boolean }
  | { readonly kind: 'close' };

export type FromServer =
  | { readonly kind: 'open'; readonly url: string }
  | { readonly kind: 'books'; readonly books: ServerBooks }
  | { readonly kind: 'close' }
  /** It cannot be done; `code` is the system's. */
  | { readonly kind: 'failed'; readonly message: string; readonly code: string | undefined };
