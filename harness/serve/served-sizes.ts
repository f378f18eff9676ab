import type { CurveScope } from '../../sim/curves/curve.ts';
import type { Luck } from '../../sim/kernel/random.ts';
import { arrivalScope } from '../workload/arrival-scope.ts';
import { createArrivals } from '../workload/arrivals/registry.ts';
import { compileSizes, type Sizes } from '../workload/sizes.ts';
import type { WorkloadSpec } from '../workload/spec.ts';

/**
 * Sizes of answers that the scenario gives to the requests of others, by their index: drawn, or where it has those of a
 * trace, of its rows one after the other and from the beginning again.
 */
export function servedSizes(workload: WorkloadSpec, calendar: CurveScope, luck: Luck): (entity: number) => Sizes {
  const sizes = compileSizes(workload.sizes, luck);
  if (workload.sizes !== 'trace') return (entity) => sizes(entity);
  const begin = () => createArrivals(workload.arrivals, arrivalScope(calendar, luck));
  let arrivals = begin();
  return (entity) => {
    for (let tries = 0; tries < 2; tries++) {
      const row = arrivals.kind === 'open' ? arrivals.next() : undefined;
      if (row !== undefined) return sizes(entity, row);
      arrivals = begin();
    }
    return sizes(entity);
  };
}
