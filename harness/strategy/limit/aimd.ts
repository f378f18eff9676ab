import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import { count, number, positiveDuration } from '../../../sim/kernel/units.ts';
import { withinBounds } from './level-options.ts';
import type { Limit, LimitSample, LimitScope } from './limit.ts';
import { roundTrips } from './round-trips.ts';

export interface AimdOptions {
  readonly initial: number;
  readonly increase: number;
  readonly decrease: number;
  readonly step?: 'round-trip' | 'attempt' | undefined;
  readonly slow?: number | undefined;
  readonly min: number;
  readonly max?: number | undefined;
}

/** Additive increase, multiplicative decrease. */
export const aimd = define<AimdOptions, Limit, LimitScope>({
  name: 'aimd',
  summary: 'grows by a constant a round trip while the limit is used and attempts succeed, shrinks by a factor when one is refused or lost',
  formula:
    'success while 2 · in flight ≥ limit: L ← min(max, L + increase / L), so about + increase per L successes, one round trip; failure of an attempt sent since the last decrease: L ← max(min, decrease · L); limit = ⌊L⌋. With step: attempt, each success adds increase and each failure makes it ⌊decrease · L⌋, as in Netflix concurrency-limits, AIMDLimit (there initial 20, decrease 0.9, slow 5s, min 20, max 200). Sources: D. Chiu, R. Jain, "Analysis of the increase and decrease algorithms", 1989; in-flight guard as in Netflix’s; increase and one decrease a round trip as in TCP congestion avoidance, RFC 5681.',
  options: withinBounds(
    z.strictObject({
      initial: count(1)
        .default(3)
        .describe('The limit at the start')
        .meta({ examples: [3] }),
      increase: number(0, 'a number')
        .default(1)
        .describe('Added per step')
        .meta({ examples: [1] }),
      decrease: z
        .number()
        .gt(0)
        .lt(1)
        .default(0.5)
        .describe('The limit is multiplied by this after a failure; above 0 and below 1')
        .meta({ examples: [0.5] }),
      step: z
        .enum(['round-trip', 'attempt'])
        .default('round-trip')
        .describe('How often the limit moves: once for all attempts that were under way together, or with each attempt that ends')
        .meta({ examples: ['attempt'] }),
      slow: positiveDuration
        .optional()
        .describe('A success that took longer counts as a failure; never when left out')
        .meta({ examples: ['5s'] }),
      min: count(1)
        .default(1)
        .describe('Never below')
        .meta({ examples: [1] }),
      max: count(1)
        .optional()
        .describe('Never above; unlimited when left out')
        .meta({ examples: [50] }),
    }),
  )
    .describe('Additive increase, multiplicative decrease')
    .meta({ examples: [{ initial: 3, increase: 1, decrease: 0.5, max: 50 }] }),
  examples: [
    [{ initial: 3 }, { initial: 4 }],
    [
      { initial: 3, increase: 1 },
      { initial: 3, increase: 2 },
    ],
    [
      { initial: 8, decrease: 0.5 },
      { initial: 8, decrease: 0.9 },
    ],
    [{ initial: 3 }, { initial: 3, step: 'attempt' }],
    [{ initial: 3 }, { initial: 3, slow: '4s' }],
    [{ initial: 3 }, { initial: 3, min: 2 }],
    [{ initial: 3 }, { initial: 3, max: 4 }],
  ],
  create: (options) => create(options),
});

function create({ initial, increase, decrease, step, slow, min, max = Number.POSITIVE_INFINITY }: AimdOptions): Limit {
  const each = step === 'attempt';
  const isNewLoss = roundTrips();
  let level = initial;
  return {
    current: () => Math.floor(level),
    ended(sample: LimitSample) {
      const { verdict, inFlight, durationMs } = sample;
      if (verdict === 'neutral') return;
      if (verdict === 'failure' || (slow !== undefined && durationMs > slow)) {
        if (each) level = Math.max(min, Math.floor(level * decrease));
        else if (isNewLoss(sample)) level = Math.max(min, level * decrease);
      } else if (2 * inFlight >= Math.floor(level)) {
        // Room that nobody needs says nothing about more of it.
        level = Math.min(max, level + (each ? increase : increase / level));
      }
    },
  };
}
