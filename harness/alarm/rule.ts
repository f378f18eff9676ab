import type { AttemptClass } from '../../reports/result/outcome.ts';

/** Shares that an alarm can watch. */
export const alarmMeasures = ['capacityErrorRate', 'firstAttemptRefusedRate', 'errorRate'] as const;
export type AlarmMeasure = (typeof alarmMeasures)[number];

/** A share is above a bound for so long. */
export interface LevelRule {
  readonly measure: AlarmMeasure;
  /** 0 … 1. */
  readonly above: number;
  /** How long it stays above before anybody is told, ms. */
  readonly for: number;
  /** The share is that of the last so many ms. */
  readonly window: number;
}

/** A share rises from one to another within a time, as a rule between the same hours of two days. */
export interface JumpRule {
  readonly measure: AlarmMeasure;
  /** At most `from` so long (`over`, ms) before, at least `to` now; 0 … 1. */
  readonly jump: { readonly from: number; readonly to: number; readonly over: number };
  readonly window: number;
}

/** Failures that no retry mends: the first one is told. */
export interface ClassRule {
  readonly on: readonly AttemptClass[];
  /** Over when so long passes without another one, ms. */
  readonly quiet: number;
}

export type AlarmRule = LevelRule | JumpRule | ClassRule;
