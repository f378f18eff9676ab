import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import { positiveDuration, rate } from '../../../sim/kernel/units.ts';
import type { ArrivalScope, Arrivals } from './arrivals.ts';

/** A load that grows (or falls) until something gives. */
export const ramp = define({
  name: 'ramp',
  summary: 'independent arrivals whose rate changes in a straight line and then stays',
  formula:
    'rate(t) = from + (to − from) · t / over, then to; the n-th arrival where Λ(t) = E1 + … + En, Λ(t) = from · t + (to − from) · t² / (2 · over) solved exactly',
  options: z
    .strictObject({
      from: rate.describe('Rate at the start').meta({ examples: ['1/s'] }),
      to: rate.describe('Rate at the end of the ramp and after it').meta({ examples: ['20/s'] }),
      over: positiveDuration.describe('Length of the ramp').meta({ examples: ['10m'] }),
    })
    .refine(({ from, to }) => from > 0 || to > 0, { error: 'expected from or to above 0' })
    .describe('Random arrivals at a growing or falling rate')
    .meta({ examples: [{ from: '1/s', to: '20/s', over: '10m' }] }),
  examples: [
    [
      { from: '1/s', to: '20/s', over: '10m' },
      { from: '2/s', to: '20/s', over: '10m' },
    ],
    [
      { from: '1/s', to: '20/s', over: '10m' },
      { from: '1/s', to: '30/s', over: '10m' },
    ],
    [
      { from: '1/s', to: '20/s', over: '10m' },
      { from: '1/s', to: '20/s', over: '5m' },
    ],
  ],
  create({ from, to, over }, scope: ArrivalScope): Arrivals {
    let index = 0;
    let reached = 0;
    return {
      kind: 'open',
      next() {
        reached -= Math.log(scope.uniform(index++, 0));
        const seconds = rampTime(reached, from, to, over / 1000);
        return Number.isFinite(seconds) ? { atMicros: Math.round(seconds * 1e6) } : undefined;
      },
    };
  },
});

/**
 * The time in seconds at which `expected` arrivals are due; Infinity when the rate has fallen to 0 before. The root is
 * written so that nothing cancels when `from` is near `to` or 0.
 */
function rampTime(expected: number, from: number, to: number, over: number): number {
  const onRamp = ((from + to) / 2) * over;
  if (expected > onRamp) return over + (expected - onRamp) / to;
  return (2 * expected) / (from + Math.sqrt(Math.max(0, from * from + (2 * (to - from) * expected) / over)));
}
