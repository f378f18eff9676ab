import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import { count, number } from '../../../sim/kernel/units.ts';
import { exponentialAverage } from './exponential-average.ts';
import { decreaseOption, type Level, levelOptions, withinBounds } from './level-options.ts';
import type { Limit, LimitSample, LimitScope } from './limit.ts';
import { roundTrips } from './round-trips.ts';

export interface Gradient2Options extends Level {
  readonly max: number;
  readonly smoothing: number;
  readonly queue: number;
  readonly window: number;
  readonly tolerance: number;
  readonly decrease: number;
}

const warmUp = 10;

/** Compares each duration with the long-term mean of durations. */
export const gradient2 = define<Gradient2Options, Limit, LimitScope>({
  name: 'gradient2',
  summary: 'shrinks while answers take longer than they have for long, else grows by a constant; does not mind durations that differ',
  formula:
    'l = mean duration of successes (of the first 10, then exponential with 2 / (window + 1)), t the last one; l > 2 · t: l ← 0.95 · l. While 2 · in flight ≥ L: g = max(0.5, min(1, tolerance · l / t)); L ← (1 − smoothing) · L + smoothing · (g · L + queue), within min … max; limit = ⌊L⌋. Source: Netflix concurrency-limits, Gradient2Limit (there min 20). A refusal or loss, which the source does not hear of: L ← decrease · L, once a round trip; its duration counts for nothing.',
  options: withinBounds(
    z.strictObject({
      ...levelOptions(20, 1, 200),
      smoothing: z
        .number()
        .gt(0)
        .max(1)
        .default(0.2)
        .describe('Share of the way to the new limit that is gone at once')
        .meta({ examples: [0.2] }),
      queue: number(0, 'a number')
        .default(4)
        .describe('Added to the new limit: how many may queue at the provider')
        .meta({ examples: [4] }),
      window: count(1)
        .default(600)
        .describe('Successes that the long-term mean remembers')
        .meta({ examples: [600] }),
      tolerance: number(1, 'a number')
        .default(1.5)
        .describe('Durations up to so many times the long-term mean do not shrink the limit')
        .meta({ examples: [1.5] }),
      decrease: decreaseOption,
    }),
  )
    .describe('By durations against their long-term mean')
    .meta({ examples: [{ initial: 20, queue: 4, max: 200 }] }),
  examples: [
    [{ initial: 20 }, { initial: 10 }],
    [{ min: 1 }, { min: 5 }],
    [{ max: 200 }, { max: 25 }],
    [{ smoothing: 0.2 }, { smoothing: 0.5 }],
    [{ queue: 4 }, { queue: 2 }],
    [
      { tolerance: 1, window: 600 },
      { tolerance: 1, window: 10 },
    ],
    [{ tolerance: 1.5 }, { tolerance: 1 }],
    [{ decrease: 0.9 }, { decrease: 0.5 }],
  ],
  create: (options) => create(options),
});

function create({ initial, smoothing, queue, window, tolerance, decrease, min, max }: Gradient2Options): Limit {
  const longTerm = exponentialAverage(window, warmUp);
  const isNewLoss = roundTrips();
  let level = initial;
  const within = (next: number): number => Math.max(min, Math.min(max, next));
  return {
    current: () => Math.floor(level),
    ended(sample: LimitSample) {
      const { verdict, durationMs, inFlight } = sample;
      if (verdict === 'failure' && isNewLoss(sample)) level = within(level * decrease);
      if (verdict !== 'success' || durationMs <= 0) return;
      const mean = longTerm.add(durationMs);
      if (mean > 2 * durationMs) longTerm.scale(0.95);
      if (2 * inFlight < level) return;
      const gradient = Math.max(0.5, Math.min(1, (tolerance * mean) / durationMs));
      level = within(level * (1 - smoothing) + (level * gradient + queue) * smoothing);
    },
  };
}
