import type { AttemptClass, GaveUpReason, RequestClass } from './outcome.ts';

/** A request, whole run, warm-up included. Times in ms of virtual time, exact to the microsecond. */
export interface RawRequest {
  readonly replication: number;
  readonly entity: number;
  readonly client: number;
  readonly arrivedMs: number;
  /** Null for a request that was in flight at the end; then `latencyMs` is null too. */
  readonly outcome: RequestClass | null;
  readonly reason: string;
  readonly latencyMs: number | null;
  readonly queueWaitMs: number;
  readonly backoffMs: number;
  readonly firstTokenMs: number | null;
  readonly attempts: number;
  /** The target that answered, else the last one tried; empty when none was. */
  readonly target: string;
  readonly tokens: number;
  readonly gaveUpBy: GaveUpReason;
  readonly urgent: boolean;
  /** Held until a better hour before anything else; `latencyMs` and `firstTokenMs` count from then. */
  readonly deferMs: number;
  /** Until the job was taken, of strategies that submit and poll; null for others. */
  readonly submitMs: number | null;
}

/** A target that a request did not go to, though it stands before the one that it went to next, or it went nowhere. */
export interface PassedOver {
  readonly entity: number;
  readonly atMs: number;
  readonly target: string;
  /** In a word. */
  readonly why: string;
}

/** One send to one target. `number` counts the request's sends from 1. */
export interface RawAttempt {
  readonly replication: number;
  readonly entity: number;
  readonly number: number;
  readonly target: string;
  readonly sentMs: number;
  /** Null for an attempt that was open at the end; then `class` is null too. */
  readonly endedMs: number | null;
  readonly class: AttemptClass | null;
  readonly reason: string;
  readonly status: number | null;
  readonly tokens: number;
  /** Wait between the attempt before it, or the arrival, and this one: backoff, hint and queue; what was deferred is in the first. */
  readonly waitMs: number;
}
