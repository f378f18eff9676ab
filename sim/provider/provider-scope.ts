import type { CurveScope } from '../curves/curve.ts';
import type { Pace } from '../curves/pace.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Luck } from '../kernel/random.ts';
import type { Attempt } from '../kernel/transport.ts';
import type { Model } from './model.ts';

/** What a provider is compiled for: one run, or a server's life from one reset to the next. */
export interface ProviderScope {
  readonly clock: Clock;
  readonly luck: Luck;
  readonly calendar: CurveScope;
  /** How the scenario's day passes on the clock, for curves and windows of faults; as the clock by default. */
  readonly pace?: Pace | undefined;
  /** Start of the run, microseconds: 0 unless it begins in the midst of its time. */
  readonly startsAt?: number | undefined;
  /** End of the run's window, microseconds. */
  readonly end: number;
  /** An admitted attempt gave its slot back: what is billed for it. */
  readonly billed: (attempt: Attempt, model: Model, inputTokens: number, outputTokens: number) => void;
}
