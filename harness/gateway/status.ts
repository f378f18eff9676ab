import type { Alarms } from './alarms.ts';
import type { Funnel } from './funnel.ts';
import type { TargetBook } from './target-book.ts';

/** What the gateway knows of one model. */
export interface TargetStatus {
  readonly name: string;
  /** Of the last minute: free when attempts get through, busy when most do not, unknown without any. */
  readonly now: 'free' | 'partly busy' | 'busy' | 'unknown';
  /** Attempts of the last minute, and those refused for want of capacity. */
  readonly lately: { readonly attempts: number; readonly refused: number };
  readonly inFlight: number;
  readonly attempts: number;
  readonly ok: number;
  readonly capacityRefused: number;
  readonly failed: number;
}

/** The gateway as it stands. */
export interface Status {
  /** ISO 8601, UTC. */
  readonly now: string;
  readonly since: string;
  readonly strategy: string;
  /** In the order of the route. */
  readonly models: readonly TargetStatus[];
  readonly requests: Funnel;
  /** Parked requests that wait now. */
  readonly waiting: number;
  readonly alarms: readonly string[];
}

export interface StatusParts {
  readonly strategy: string;
  readonly sinceMs: number;
  readonly books: ReadonlyMap<string, TargetBook>;
  readonly funnel: Funnel;
  readonly alarms: Alarms;
  readonly waiting: number;
}

/** More than half of them refused is busy; a tenth is worth telling. */
const busyShare = 0.5;
const partlyShare = 0.1;

/** `nowMs` by the clock that the books are kept by, `epochMs` by the calendar. */
export function statusOf(
  { strategy, sinceMs, books, funnel, alarms, waiting }: StatusParts,
  { nowMs, epochMs }: { readonly nowMs: number; readonly epochMs: number },
): Status {
  return {
    now: new Date(epochMs).toISOString(),
    since: new Date(sinceMs).toISOString(),
    strategy,
    models: [...books].map(([name, book]) => targetStatus(name, book, nowMs)),
    requests: { ...funnel },
    waiting,
    alarms: alarms.raised,
  };
}

function targetStatus(name: string, book: TargetBook, nowMs: number): TargetStatus {
  const lately = book.lately(nowMs);
  const share = lately.attempts === 0 ? undefined : lately.refused / lately.attempts;
  const now = share === undefined ? 'unknown' : share > busyShare ? 'busy' : share > partlyShare ? 'partly busy' : 'free';
  const { inFlight, attempts, ok, capacityRefused, failed } = book;
  return { name, now, lately, inFlight, attempts, ok, capacityRefused, failed };
}
