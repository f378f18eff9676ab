/** One finished attempt that a breaker had admitted. */
export interface BreakerSample {
  readonly nowMs: number;
  readonly durationMs: number;
  /** As in LimitSample: neutral opens nothing and closes nothing. */
  readonly verdict: 'success' | 'failure' | 'neutral';
}

/** Keeps attempts from a target that fails; made once per client and target. */
export interface Breaker {
  /**
   * When an attempt may be sent by what is known now, ms of the clock, finite: `nowMs` or earlier when at once. Changes
   * nothing.
   */
  opensAt(nowMs: number): number;
  /** Takes a place for an attempt, which is sent when the answer is true. */
  admit(nowMs: number): boolean;
  /** Gives back the place of an attempt that was not sent. */
  release(): void;
  ended(sample: BreakerSample): void;
}

/** When a closed breaker opens; made once per breaker. */
export interface Trip {
  /** An attempt was let through a closed breaker, or was not sent after all. */
  admitted?(nowMs: number): void;
  released?(): void;
  /** An attempt that was let through ended in success or failure; true: the breaker opens. */
  ended(nowMs: number, failed: boolean): boolean;
  /** The breaker has closed again: what was before counts no more. */
  reset(): void;
}

/** How long a breaker stays open, and how it closes again: what stands beside its name in a scenario. */
export interface BreakerScope {
  /** ms. */
  readonly open: number;
  /** Attempts let through half-open; the breaker closes when all of them have succeeded. */
  readonly probes: number;
  /** After each probe that fails the next open time is so many times longer, at most `cap` ms. */
  readonly factor: number;
  readonly cap: number;
}
