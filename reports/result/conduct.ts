/** `good`, `bad`: as it should be, or not; `told`: neither; `no occasion`: nothing happened that would show it. */
export type ConductVerdict = 'good' | 'bad' | 'told' | 'no occasion';

/** What a client's requests show of how it retries, over all replications. */
export interface ConductFinding {
  readonly finding: string;
  readonly verdict: ConductVerdict;
  /** So often, of so many occasions; of what stands in `says`. */
  readonly count: number;
  readonly of: number;
  /** The largest single case: a wait in ms, attempts of one request, or what `says` names. */
  readonly worst: number | null;
  /** One line. */
  readonly says: string;
  /** One case, with its times. */
  readonly example: string | null;
  /** What to change; null unless the verdict is `bad`. */
  readonly advice: string | null;
}
