import type { Registry } from '../../../sim/kernel/plugin.ts';
import { tagOf } from '../../../sim/kernel/tagged.ts';
import { shown } from '../../../sim/kernel/units.ts';
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
  const { tag, options } = tagOf(arrivals, spec);
  const plugin = (arrivals as Registry<Arrivals, ArrivalScope>)[tag];
  if (plugin === undefined) throw new Error(`no known arrivals ${shown(tag)}`);
  return plugin.create(options, scope);
}
