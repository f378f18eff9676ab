import type { Outcome } from '../../../reports/result/outcome.ts';

/** What the client remembers of a request when it asks whether and when to try again. */
export interface Past {
  /** Sends to the present target so far, at least 1. */
  readonly attempt: number;
  /** Sends over the whole ladder so far. */
  readonly totalAttempts: number;
  /** Sum of the backoff and hint waits so far, ms. */
  readonly totalWaitMs: number;
  /** The backoff part of the previous wait on this target, ms; 0 before the first. */
  readonly previousDelayMs: number;
  /** The uniform number that the previous wait on this target was drawn with; undefined before the first. */
  readonly previousUniform?: number | undefined;
  readonly outcome: Outcome;
}

/**
 * The wait before the next send. Pure: a function of the past and of one uniform number in (0, 1).
 * Returns milliseconds, finite and at least 0 for any number of attempts, or undefined when there is no further try.
 */
export interface Backoff {
  delayMs(past: Past, uniform: number): number | undefined;
}

/**
 * A wait, or why there is none. `delayMs` is the part that the backoff drew, `hintMs` the part that the provider asked
 * for (0 without a hint that counts): nothing is sent to this target again before it has passed.
 */
export type RetryDecision =
  | { readonly waitMs: number; readonly delayMs: number; readonly hintMs: number }
  | { readonly giveUp: 'attempts' | 'totalWait' | 'hint' | 'hard' };
