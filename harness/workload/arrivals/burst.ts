import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import { count, positiveDuration } from '../../../sim/kernel/units.ts';
import type { Arrivals } from './arrivals.ts';

/** A timer that fires everywhere at once. */
export const burst = define({
  name: 'burst',
  summary: 'several arrivals at one instant, again and again, the first ones at the start',
  formula: 'size arrivals at n · every, n = 0, 1, 2 …',
  options: z
    .strictObject({
      every: positiveDuration.describe('From one burst to the next').meta({ examples: ['1m'] }),
      size: count(1)
        .describe('Arrivals of one burst')
        .meta({ examples: [100] }),
    })
    .describe('Arrivals in bursts')
    .meta({ examples: [{ every: '1m', size: 100 }] }),
  examples: [
    [
      { every: '1m', size: 10 },
      { every: '2m', size: 10 },
    ],
    [
      { every: '1m', size: 10 },
      { every: '1m', size: 20 },
    ],
  ],
  create({ every, size }): Arrivals {
    let index = 0;
    return { kind: 'open', next: () => ({ atMicros: Math.round(Math.floor(index++ / size) * every * 1000) }) };
  },
});
