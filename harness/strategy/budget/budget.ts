import type { Outcome } from '../../../reports/result/outcome.ts';

/** A failed attempt that retry or route would follow with another one. */
export interface BudgetAsk {
  readonly nowMs: number;
  readonly outcome: Outcome;
  /** In (0, 1). */
  readonly uniform: number;
}

/** One finished attempt as a budget sees it. */
export interface BudgetSample {
  readonly nowMs: number;
  readonly outcome: Outcome;
  /** As in LimitSample: neutral says nothing about capacity. */
  readonly verdict: 'success' | 'failure' | 'neutral';
  /** What `take` took for this attempt; 0 for a request's first one. */
  readonly taken: number;
}

/** Bounds the attempts that a client adds to its own load; made once per client, or once for the fleet. */
export interface Budget {
  /** A request has come, and a request has ended; called once each, in this order. */
  began?(nowMs: number): void;
  finished?(nowMs: number): void;
  /** Whether a request's first attempt may be sent; `uniform` in (0, 1). Left out: always. */
  admit?(nowMs: number, uniform: number): boolean;
  /** What one more attempt costs, at least 0, taken with the answer; undefined: it may not be sent. */
  take(ask: BudgetAsk): number | undefined;
  /** Gives back what was taken for an attempt that was not sent. */
  release(taken: number): void;
  ended(sample: BudgetSample): void;
}
