import type { StrategyFold } from './fold.ts';
import type { TuneAnswer } from './tune/tune-answer.ts';

/** `result.json`: the one stored file. Every summary and report is a pure function of it. */
export interface Result {
  readonly schemaVersion: 1;
  readonly tool: { readonly name: 'at-capacity'; readonly version: string };
  readonly scenario: {
    readonly name: string;
    /** SHA-256 (hex) of the resolved scenario without its folder. */
    readonly hash: string;
    readonly seed: number;
    readonly replications: number;
    /** False when equal luck cannot be had (closed-loop users). */
    readonly paired: boolean;
    readonly mode: 'virtual' | 'live';
    readonly timeScale: number;
    /** UTC offsets used, as [local instant, offset minutes], so that other zone data are seen. */
    readonly zoneOffsets: readonly (readonly [string, number])[];
    readonly start: string;
    readonly zone: string;
    readonly lengthSeconds: number;
    readonly quick: boolean;
    readonly good: { readonly latency?: number | undefined; readonly firstToken?: number | undefined };
    readonly slo: Readonly<Record<string, number>>;
    readonly baseline: string;
    readonly recommend: { readonly maxAmplification: number; readonly balance: number };
    readonly clients: number;
    /** How the arrivals of one replication differ from another's, where that is not plain luck. */
    readonly arrivals: string | null;
    readonly sweep: {
      readonly strategy: string;
      readonly keys: Readonly<Record<string, readonly number[]>>;
      readonly variants: readonly string[];
    } | null;
    /** The whole scenario as resolved, in the grammar of scenario files. */
    readonly resolved: unknown;
  };
  /** Interrupted: figures are over the replications that every listed strategy has. */
  readonly incomplete: boolean;
  readonly warnings: readonly string[];
  /** In file order, sweep variants after the strategies. */
  readonly strategies: readonly StrategyFold[];
  /** What `selectForFresh` names (winner, neighbours, baseline) on as many replications again, which nobody selected on. */
  readonly fresh: readonly StrategyFold[];
  /** Of `tune`: what it decided; `strategies` are then what it tried, in the replications of its first look. */
  readonly tune?: TuneAnswer | undefined;
}
