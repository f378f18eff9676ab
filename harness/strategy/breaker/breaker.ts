/** One finished attempt that a breaker had admitted. */
export interface BreakerSample {
  readonly nowMs: number;
  readonly durationMs: number;
  /** As in LimitSample: neutral opens nothing and closes nothing. */
  readonly verdict: 'success' | 'failure' | 'neutral';
}

/** Keeps attempts from a target that fails; made once per client and target. */
export interface Breaker {
  /** When an attempt may be sent by what is known now, ms of the clock: `nowMs` or earlier when at once. Changes nothing. */
  opensAt(nowMs: number): number;
  /** Takes a place for an attempt, which is sent when the answer is true. */
  admit(nowMs: number): boolean;
  /** Gives back the place of an attempt that was not sent. */
  release(): void;
  ended(sample: BreakerSample): void;
}
