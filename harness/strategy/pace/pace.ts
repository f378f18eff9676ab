import type { Outcome } from '../../../reports/result/outcome.ts';
import type { WireFacts } from '../../../sim/kernel/transport.ts';

/** An attempt that is about to be sent. */
export interface PaceAsk {
  readonly nowMs: number;
  /** Tokens that a quota would count: input and the most the answer may have. */
  readonly tokens: number;
}

/** One finished attempt as a pace sees it. */
export interface PaceSample {
  readonly nowMs: number;
  readonly outcome: Outcome;
  /** Undefined when the client itself ended the attempt. */
  readonly facts: WireFacts | undefined;
}

/** Spaces attempts out; made once per client, or once for the fleet. */
export interface Pace {
  /** The wait from now until this attempt may be sent, ms, finite and at least 0; its place is taken. */
  reserve(ask: PaceAsk): number;
  /** Gives back the place of an attempt that was not sent; `ask` is the object that it was reserved with. */
  release(ask: PaceAsk): void;
  ended(sample: PaceSample): void;
}
