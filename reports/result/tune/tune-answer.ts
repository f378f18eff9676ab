import type { Interval } from '../summary.ts';

/**
 * found: a value that is shown to meet every bound · none: every value is shown to miss one, or none gives a good answer ·
 * undecided: replications do not show either · nothing: no request arrived, or no value could be run.
 */
export type TuneStatus = 'found' | 'none' | 'undecided' | 'nothing';

/** One value that was tried, by the replications that search. */
export interface TunedValue {
  readonly value: number;
  /** As it is written: `4`, `500ms`. */
  readonly text: string;
  readonly variant: string;
  readonly replications: number;
  readonly goodputPerSecond: number;
  readonly firstAttemptRefusedRate: number | null;
  /** With all bounds together: open with every figure within its bound, doubtful with one beyond. */
  readonly standing: 'met' | 'open' | 'doubtful' | 'missed';
  /** Not shown to miss a bound, and not shown worse than the best by more than 1 % goodput. */
  readonly within: boolean;
}

/** The part of the run in which most requests fail. */
export interface WorstHour {
  /** Local wall time, `2026-03-02 14:00:00`. */
  readonly from: string;
  readonly until: string;
  readonly errorRate: number;
  /** Slots that nobody used, in the mean of that time. */
  readonly freeSlots: number;
  /** What the error rate there leaves of `slo.errorRate`; below 0 where it is beyond it. Null without such a bound. */
  readonly margin: number | null;
}

/** A limit between two times of day, local wall time. */
export interface ScheduleBlock {
  readonly from: string;
  /** Over midnight where it does not lie after `from`; `24:00` at the end of the day. */
  readonly until: string;
  readonly limit: number;
  /** The limit of all clients and targets together. */
  readonly fleetLimit: number;
}

/**
 * What a limit by the time of day is worth: goodput: shown to give more than 1 % more good answers than the one value ·
 * refusals: shown to bring first attempts refused into balance where the one value is shown not to, at a loss of goodput shown to
 * be at most 1 % · bounds: shown to meet every bound where no one value is.
 */
export type Gain = 'goodput' | 'refusals' | 'bounds';

/** A limit by the time of day; figures are of fresh replications that nobody chose by. */
export interface TunedSchedule {
  /** The whole day, by their beginnings. */
  readonly blocks: readonly ScheduleBlock[];
  readonly gain: Gain;
  readonly goodputPerSecond: number | null;
  readonly errorRate: number | null;
  readonly firstAttemptRefusedRate: number | null;
  /** `limit:` of the strategy as a scenario has it. */
  readonly limit: object;
}

/** The answer of `tune`: part of the stored result, and `tune.json` as a whole. */
export interface TuneAnswer {
  readonly status: TuneStatus;
  /** The strategy that is tuned. */
  readonly strategy: string;
  readonly parameter: string;
  /** What every parameter is set to, the tuned one included; empty when nothing is found. */
  readonly settings: Readonly<Record<string, number>>;
  /** Name of the variant with that value; of the best guess when the status is undecided. */
  readonly variant: string | null;
  /** A plain number, milliseconds or per second; a limit is per client unless the strategy says otherwise. Null unless found. */
  readonly value: number | null;
  /** The limit of all clients and targets together. */
  readonly fleetValue: number | null;
  /** Smallest and largest value not shown worse than the best by more than 1 % goodput. */
  readonly interval: Interval | null;
  readonly balancePoint: number | null;
  readonly balanceReason: string | null;
  /** The bound that stands in the way, where no value is found. */
  readonly binding: string | null;
  readonly worstHour: WorstHour | null;
  /** Null unless a limit by the time of day is worth it. */
  readonly schedule: TunedSchedule | null;
  readonly tried: readonly TunedValue[];
  readonly cost: {
    /** Replications run, of all values, fresh ones included. */
    readonly replications: number;
    /** What every value in as many replications as the first look and the second have would take. */
    readonly plainGrid: number;
  };
  readonly verdict: string;
  /** Whole sentences. */
  readonly reason: string;
}
