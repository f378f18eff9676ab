import type { GaveUpReason, RequestClass } from '../../reports/result/outcome.ts';
import type { Micros } from '../../sim/kernel/clock.ts';
import type { Request } from '../../sim/kernel/transport.ts';

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
}

/** Whoever takes requests: a client of ours, or code of the user's. Calls `done` once, perhaps before it returns. */
export interface Taker {
  begin(request: Request, deadlineAt: Micros, done: (settled: Settled) => void): unknown;
}
