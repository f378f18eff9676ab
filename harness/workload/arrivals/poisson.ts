import { z } from 'zod';
import { Inverter } from '../../../sim/curves/inverter.ts';
import { rateCurveSchema } from '../../../sim/curves/registry.ts';
import { define } from '../../../sim/kernel/plugin.ts';
import type { ArrivalScope, Arrivals } from './arrivals.ts';

/** Independent callers: the usual model of many people who do not know of each other. */
export const poisson = define({
  name: 'poisson',
  summary: 'independent arrivals at a rate that may follow a curve',
  formula:
    'the n-th arrival comes when ∫ rate dt = E1 + … + En, E unit-exponential keyed by n (inversion; Çinlar, "Introduction to Stochastic Processes", 1975)',
  options: z
    .strictObject({
      rate: rateCurveSchema
        .describe('Arrivals per second, minute or hour: a rate, or a curve whose values are rates')
        .meta({ examples: ['7/s', { curve: 'office-hours', low: '0.1/s', high: '2/s' }] }),
    })
    .describe('Random arrivals')
    .meta({ examples: [{ rate: '7/s' }] }),
  examples: [
    [{ rate: '7/s' }, { rate: '8/s' }],
    [{ rate: { curve: 'office-hours', low: '1/s', high: '4/s' } }, { rate: { curve: 'office-hours', low: '2/s', high: '4/s' } }],
  ],
  create({ rate }, scope: ArrivalScope): Arrivals {
    const inverter = new Inverter(scope.curve(rate).steps());
    let index = 0;
    return {
      kind: 'open',
      next() {
        const atMicros = inverter.next(-Math.log(scope.uniform(index++, 0)));
        return Number.isFinite(atMicros) ? { atMicros: Math.round(atMicros) } : undefined;
      },
    };
  },
});
