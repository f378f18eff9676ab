import type { StrategyFold } from '../fold.ts';
import type { Gain } from './tune-answer.ts';

/** A limit by the time of day that is worth it. */
export interface Offered {
  /** For each hour of the day. */
  readonly limits: readonly number[];
  /** `limit:` as a scenario has it. */
  readonly limit: object;
  readonly gain: Gain;
  /** Of fresh replications. */
  readonly fold: StrategyFold;
}
