import type { GaveUpReason, RequestClass } from '../../reports/result/outcome.ts';
import type { Micros } from '../../sim/kernel/clock.ts';
import type { CancelReason, Request } from '../../sim/kernel/transport.ts';

/** What a request came to. Instants and waits in microseconds. */
export interface Settled {
  readonly class: RequestClass;
  readonly reason: string;
  readonly gaveUp: GaveUpReason;
  readonly endedAt: Micros;
  /** Of a stream; undefined when no token came. */
  readonly firstTokenAt: Micros | undefined;
  /** Output tokens delivered to the caller. */
  readonly tokens: number;
  /** Waited for permits, and between attempts. */
  readonly queueWait: Micros;
  readonly backoff: Micros;
  /** Was held until a better hour, before anything else: the time from which its latency counts is so much later. */
  readonly held?: Micros | undefined;
  /** Of a job that was submitted: until it was taken. */
  readonly submit?: Micros | undefined;
  /** When its answer was there, if its caller saw it later. */
  readonly answeredAt?: Micros | undefined;
}

/** A request under way; when it is stopped it ends as `cancelled`, before this returns. */
export interface Underway {
  abort(why: CancelReason): unknown;
}

/**
 * Whoever takes requests: a client of ours, or code of the user's. Calls `done` once, perhaps before it returns. What
 * `begin` returns stops the request; code cannot be stopped.
 */
export interface Taker {
  begin(request: Request, deadlineAt: Micros, done: (settled: Settled) => void): Underway | undefined;
}
