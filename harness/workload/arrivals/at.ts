import { z } from 'zod';
import { timePointMs } from '../../../sim/curves/calendar.ts';
import { timePoint } from '../../../sim/curves/time-point.ts';
import { define } from '../../../sim/kernel/plugin.ts';
import { InputError } from '../../../sim/kernel/problem.ts';
import type { ArrivalScope, Arrivals } from './arrivals.ts';

/** Arrivals by hand, for small scenarios that somebody follows step by step. */
export const at = define({
  name: 'at',
  summary: 'arrivals at listed times',
  formula: 'one arrival for each time listed, in order of time',
  options: z
    .array(timePoint.describe('Time of one arrival').meta({ examples: ['100ms', '14:10'] }))
    .min(1, { error: 'expected at least one time' })
    .describe('Times of the arrivals')
    .meta({ examples: [['0ms', '100ms']] }),
  examples: [
    [
      ['0ms', '100ms'],
      ['0ms', '200ms'],
    ],
  ],
  create(points, scope: ArrivalScope): Arrivals {
    const times = points.map((point) => Math.round(timePointMs(point, scope.calendar) * 1000));
    const early = times.findIndex((time) => time < 0);
    if (early >= 0)
      throw new InputError([{ key: `workload.arrivals.at.${early}`, message: 'expected a time at or after the start of the run' }]);
    times.sort((a, b) => a - b);
    let index = 0;
    return {
      kind: 'open',
      next() {
        const atMicros = times[index++];
        return atMicros === undefined ? undefined : { atMicros };
      },
    };
  },
});
