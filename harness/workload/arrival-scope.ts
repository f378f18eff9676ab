import { compileCurve, curveOf } from '../../sim/curves/compile.ts';
import type { CurveScope } from '../../sim/curves/curve.ts';
import type { Luck } from '../../sim/kernel/random.ts';
import type { ArrivalScope } from './arrivals/arrivals.ts';
import { loadTrace } from './trace-files.ts';

const curveName = 'workload.arrivals';

/** What an arrival process may use in one replication: the run's calendar and folder, and the luck of the replication. */
export function arrivalScope(calendar: CurveScope, luck: Luck): ArrivalScope {
  const stream = luck.stream('arrivals');
  return {
    lengthMs: calendar.lengthMs,
    calendar,
    curve(spec) {
      const { periodMean } = curveOf(spec, calendar, curveName);
      return { steps: () => compileCurve(spec, calendar, curveName), ...(periodMean !== undefined && { periodMean }) };
    },
    uniform: (index, draw) => stream.uniform(index, draw),
    trace: (file, format) => loadTrace(file, format, calendar.folder),
  };
}
