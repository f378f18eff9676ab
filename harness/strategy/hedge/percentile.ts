import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import { count } from '../../../sim/kernel/units.ts';
import type { Hedge } from './hedge.ts';
import { recentDurations } from './recent-durations.ts';

export interface PercentileOptions {
  readonly p: number;
  readonly window: number;
  readonly least: number;
}

/** Once more when an attempt takes longer than most did lately. */
export const percentile = define<PercentileOptions, Hedge>({
  name: 'percentile',
  summary: 'sends an attempt once more when it takes longer than most attempts to this target did lately',
  formula:
    'a copy goes after the p-th percentile (nearest rank) of the last `window` answers’ durations, counted from the latest send; none before `least` answers. About (100 − p) % of attempts are sent twice; where two copies answer independently, P(both later than t) is the product of the two. Source: J. Dean, L. A. Barroso, "The tail at scale", Communications of the ACM 56(2), 2013, hedged requests.',
  options: z
    .strictObject({
      p: z
        .number()
        .gt(0)
        .lt(100)
        .describe('Above 0 and below 100')
        .meta({ examples: [95] }),
      window: count(1, 10_000)
        .default(200)
        .describe('Answers that are remembered')
        .meta({ examples: [200] }),
      least: count(1)
        .default(20)
        .describe('Answers before the first copy')
        .meta({ examples: [20] }),
    })
    .check((context) => {
      const { least, window } = context.value;
      if (least <= window) return;
      context.issues.push({ code: 'custom', input: least, path: ['least'], message: `expected at most window, ${window}, found ${least}` });
    })
    .describe('After a percentile of recent answers')
    .meta({ examples: [{ p: 95 }] }),
  examples: [
    [{ p: 95 }, { p: 50 }],
    [
      { p: 95, window: 200 },
      { p: 95, window: 50 },
    ],
    [
      { p: 95, least: 20 },
      { p: 95, least: 100 },
    ],
  ],
  create: ({ p, window, least }) => {
    const durations = recentDurations(window);
    return {
      delayMs: () => (durations.count < least ? undefined : durations.percentile(p)),
      take: () => true,
      ended: ({ durationMs }) => durations.add(durationMs),
    };
  },
});
