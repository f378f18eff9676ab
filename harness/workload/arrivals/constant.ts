import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import { positiveRate } from '../../../sim/kernel/units.ts';
import type { Arrivals } from './arrivals.ts';

/** A metronome. */
export const constant = define({
  name: 'constant',
  summary: 'arrivals at equal distances, the first at the start',
  formula: 'arrival n (from 0) at n / rate',
  options: z
    .strictObject({ rate: positiveRate.describe('Arrivals per second, minute or hour').meta({ examples: ['7/s', '30/m'] }) })
    .describe('Arrivals at equal distances')
    .meta({ examples: [{ rate: '7/s' }] }),
  examples: [[{ rate: '7/s' }, { rate: '8/s' }]],
  create({ rate }): Arrivals {
    let index = 0;
    return { kind: 'open', next: () => ({ atMicros: Math.round((index++ * 1e6) / rate) }) };
  },
});
