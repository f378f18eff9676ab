import type { Registry } from '../../../sim/kernel/plugin.ts';
import { createTagged } from '../../../sim/kernel/tagged.ts';
import type { WorkloadSpec } from '../spec.ts';
import type { ArrivalScope, Arrivals } from './arrivals.ts';
import { at } from './at.ts';
import { batch } from './batch.ts';
import { burst } from './burst.ts';
import { constant } from './constant.ts';
import { poisson } from './poisson.ts';
import { ramp } from './ramp.ts';
import { trace } from './trace.ts';
import { users } from './users.ts';

/** Every arrival process by name. */
export const arrivals = { poisson, constant, burst, ramp, users, batch, at, trace } satisfies Registry<Arrivals, ArrivalScope>;

/** The process that the decoded `arrivals` of a workload stands for; InputError for what only shows in a run. */
export function createArrivals(spec: WorkloadSpec['arrivals'], scope: ArrivalScope): Arrivals {
  return createTagged<Arrivals, ArrivalScope>(arrivals, spec, scope);
}
