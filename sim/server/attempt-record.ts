import type { Asked } from '../dialects/api.ts';
import type { Micros } from '../kernel/clock.ts';
import type { End } from '../kernel/transport.ts';
import type { Answer, RefusedBy } from '../provider/answer.ts';

/** What became of an attempt: it had a slot, something refused it, or its client left before either. */
export type AttemptOutcome = 'admitted' | RefusedBy | 'undecided';

/** One attempt over HTTP, from its request to its end. Instants in microseconds of the server's clock. */
export interface AttemptRecord {
  readonly entity: number;
  /** Which try of its caller's, from 0. */
  readonly number: number;
  /** As reports name it. */
  readonly model: string;
  /** Of the interface. */
  readonly dialect: string;
  /** As it was asked, without what stands behind a question mark. */
  readonly path: string;
  readonly stream: boolean;
  readonly inputTokens: number;
  /** Of the whole answer. */
  readonly outputTokens: number;
  /** Milliseconds since 1970 by the machine's calendar. */
  readonly wallMs: number;
  readonly receivedAt: Micros;
  /** When it had its slot. */
  admittedAt: Micros | undefined;
  /** When the first token of a stream was written. */
  firstTokenAt: Micros | undefined;
  endedAt: Micros;
  outcome: AttemptOutcome;
  /** Why it was refused, or why its stream broke off with an error; `script` where a script says it literally. */
  cause: string | undefined;
  /** What went wrong while it held its slot. */
  fault: string | undefined;
  /** Undefined when no head was sent. */
  status: number | undefined;
  tokensWritten: number;
  /** Its client left before the end. */
  left: boolean;
}

/** A request that reached no model. */
export interface Rejection {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  /** As its body names it, whether or not there is one. */
  readonly model?: string | undefined;
}

/** Somebody who is told what happens. */
export interface Watcher {
  /** One that has just come. */
  began?(record: Readonly<AttemptRecord>): void;
  /**
   * One that is over; `end` is undefined where its client left. `waitMs` is the wait that its error asks for in the words of its
   * interface, which are not those of the provider's own.
   */
  attempt?(record: Readonly<AttemptRecord>, end?: End | undefined, waitMs?: () => number | undefined): void;
  rejected?(rejection: Rejection): void;
}

/** What is known when a request has come whole. */
export interface Received {
  readonly world: { readonly clock: { now(): Micros }; wallMs(): number };
  readonly target: { readonly name: string };
  readonly dialect: string;
  readonly asked: Asked;
  readonly request: { readonly url?: string | undefined };
  readonly mark: { readonly number: number };
}

/** The record of an attempt that comes now. */
export function beginRecord(
  { world, target, dialect, asked, request, mark }: Received,
  entity: number,
  outputTokens: number,
): AttemptRecord {
  const now = world.clock.now();
  return {
    entity,
    number: mark.number,
    model: target.name,
    dialect,
    path: pathOf(request.url ?? ''),
    stream: asked.stream,
    inputTokens: asked.inputTokens,
    outputTokens,
    wallMs: world.wallMs(),
    receivedAt: now,
    admittedAt: undefined,
    firstTokenAt: undefined,
    endedAt: now,
    outcome: 'undecided',
    cause: undefined,
    fault: undefined,
    status: undefined,
    tokensWritten: 0,
    left: false,
  };
}

function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

/** Puts down what the provider says of an attempt, at the instant at which it says it. */
export function recordAnswer(record: AttemptRecord, { refusedBy, error, fault }: Answer, now: Micros): void {
  record.outcome = refusedBy ?? 'admitted';
  if (refusedBy === undefined) record.admittedAt = now;
  record.fault = fault;
  if (error !== undefined) record.cause = 'literally' in error ? 'script' : error.cause;
}
