/** One attempt that was answered, as a hedge sees it. */
export interface HedgeSample {
  readonly nowMs: number;
  /**
   * From its first send to the first token, or to the end of an answer that is no stream; of whichever copy answered, so that
   * an attempt that was sent once more is never taken for one that was quick.
   */
  readonly durationMs: number;
}

/** Decides when an attempt that has not answered yet is sent once more; made once per client and target. */
export interface Hedge {
  /** The wait from the latest send to the next copy, ms; undefined: no (further) copy. `copies`: sends of this attempt so far, at least 1. */
  delayMs(nowMs: number, copies: number): number | undefined;
  /** Whether the copy may be sent, now that the wait is over; a yes takes what it costs. */
  take(nowMs: number): boolean;
  /** An attempt is sent for the first time. */
  sent?(nowMs: number): void;
  ended(sample: HedgeSample): void;
}
