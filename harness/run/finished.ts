import type { Identity } from '../../reports/result/fold.ts';
import type { Pool } from '../../sim/provider/pool.ts';
import type { Takers } from '../client/fleet.ts';
import type { Generator } from './books.ts';
import type { Job } from './client-side.ts';
import type { ProviderBooks } from './provider-books.ts';
import type { Recorder } from './recorder.ts';

/** A run that is over, as far as it is folded. */
export interface Finished {
  readonly job: Job;
  readonly clock: { now(): number };
  readonly recorder: Recorder;
  readonly generator: Generator;
  readonly fleet: Takers;
  /** End of the window, microseconds: before the scenario's when the run was cut short. */
  readonly end: number;
  readonly books: ProviderBooks;
  /** Behind the strategy's first target; undefined where nobody can look into it. */
  readonly pool?: Pool | undefined;
  /** The sums that must hold between the books. */
  identities(): readonly Identity[];
}
