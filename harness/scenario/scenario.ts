import type { ProviderSpec } from '../../sim/provider/spec.ts';
import type { AlarmRule } from '../alarm/rule.ts';
import type { StrategySpec } from '../strategy/spec.ts';
import type { WorkloadSpec } from '../workload/spec.ts';

/** A scenario with every default filled in: plain JSON (a job for a worker thread is made of it), durations in ms. */
export interface Scenario {
  readonly name: string;
  readonly seed: number;
  readonly replications: number;
  readonly time: {
    /** Local wall time in `zone`, e.g. 2026-03-02T00:00. */
    readonly start: string;
    readonly zone: string;
    readonly length: number;
    readonly warmUp: number;
    readonly drain: number | 'unlimited';
  };
  readonly providers: Readonly<Record<string, ProviderSpec>>;
  readonly workload: WorkloadSpec;
  /** When one request counts as good, ms; an ok answer within the deadline when empty. */
  readonly good: { readonly latency?: number | undefined; readonly firstToken?: number | undefined };
  /** Bounds on measures of the run, by measure name; percentile measures as `latency.p95` in ms. */
  readonly slo: Readonly<Record<string, number>>;
  /** When somebody is to be told; undefined: never. */
  readonly alarm?: readonly AlarmRule[] | undefined;
  readonly baseline: string;
  /** Written-out list: sweep variants included, named `limited@limit=2`. */
  readonly strategies: readonly StrategySpec[];
  readonly sweep?:
    | { readonly strategy: string; readonly keys: Readonly<Record<string, readonly number[]>>; readonly variants: readonly string[] }
    | undefined;
  /** What `tune` chooses from, as written; nothing else looks at it. */
  readonly tune?: { readonly strategy: string; readonly keys: Readonly<Record<string, readonly (number | string)[]>> } | undefined;
  readonly recommend: { readonly maxAmplification: number; readonly balance: number };
  /** File URLs of the user's modules, to be loaded before strategies are created. */
  readonly modules: readonly string[];
  /** Folder of the scenario file; relative names start there. Not part of the scenario's hash. */
  readonly folder: string;
}
