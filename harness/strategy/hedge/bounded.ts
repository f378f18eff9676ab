import type { Hedge } from './hedge.ts';

export interface HedgeBounds {
  /** Of one attempt, beside its first send. */
  readonly copies: number;
  /** Copies for each attempt, on the whole. */
  readonly budget: number | 'unlimited';
}

/** In millionths of a copy: sums are exact. */
const copy = 1_000_000;
/** What an idle time may save up, copies. */
const mostSaved = 10;

/**
 * The hedge with at most so many copies of an attempt, and within a budget: each attempt brings its share of a copy, ten at
 * most are saved up, and one is there at the start. So copies ≤ 1 + budget · attempts. Source: gRPC proposal A6,
 * retryThrottling, with shares as in Finagle's RetryBudget.
 */
export function boundedHedge(hedge: Hedge, { copies, budget }: HedgeBounds): Hedge {
  const share = budget === 'unlimited' ? 0 : Math.round(budget * copy);
  let saved = copy;
  return {
    delayMs: (nowMs, sends) => (sends > copies ? undefined : hedge.delayMs(nowMs, sends)),
    take(nowMs) {
      if (budget !== 'unlimited' && saved < copy) return false;
      if (!hedge.take(nowMs)) return false;
      saved -= copy;
      return true;
    },
    sent(nowMs) {
      saved = Math.min(mostSaved * copy, saved + share);
      hedge.sent?.(nowMs);
    },
    ended: (sample) => hedge.ended(sample),
  };
}
