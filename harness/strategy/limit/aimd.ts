import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import { count, number } from '../../../sim/kernel/units.ts';
import type { Limit, LimitSample, LimitScope } from './limit.ts';

export interface AimdOptions {
  readonly initial: number;
  readonly increase: number;
  readonly decrease: number;
  readonly min: number;
  readonly max?: number | undefined;
}

/** Half a microsecond, the grain of times: below it two instants are one. */
const sameInstantMs = 0.0005;

/** Additive increase, multiplicative decrease. */
export const aimd = define<AimdOptions, Limit, LimitScope>({
  name: 'aimd',
  summary: 'grows by a constant a round trip while the limit is used and attempts succeed, shrinks by a factor when one is refused or lost',
  formula:
    'success while 2 · in flight ≥ limit: L ← min(max, L + increase / L), so about + increase per L successes, one round trip; failure of an attempt sent since the last decrease: L ← max(min, decrease · L); limit = ⌊L⌋. Sources: D. Chiu, R. Jain, "Analysis of the increase and decrease algorithms", 1989; in-flight guard as in Netflix concurrency-limits, AIMDLimit; increase and one decrease a round trip as in TCP congestion avoidance, RFC 5681.',
  options: z
    .strictObject({
      initial: count(1)
        .default(3)
        .describe('The limit at the start')
        .meta({ examples: [3] }),
      increase: number(0, 'a number')
        .default(1)
        .describe('Added per round trip')
        .meta({ examples: [1] }),
      decrease: z
        .number()
        .gt(0)
        .lt(1)
        .default(0.5)
        .describe('The limit is multiplied by this after a failure; above 0 and below 1')
        .meta({ examples: [0.5] }),
      min: count(1)
        .default(1)
        .describe('Never below')
        .meta({ examples: [1] }),
      max: count(1)
        .optional()
        .describe('Never above; unlimited when left out')
        .meta({ examples: [50] }),
    })
    .check((context) => {
      const { initial, min, max = Number.POSITIVE_INFINITY } = context.value;
      if (min <= initial && initial <= max) return;
      const message = `expected min ≤ initial ≤ max, found min ${min}, initial ${initial}, max ${max}`;
      context.issues.push({ code: 'custom', input: context.value, message });
    })
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
    [{ initial: 3 }, { initial: 3, min: 2 }],
    [{ initial: 3 }, { initial: 3, max: 4 }],
  ],
  create: (options) => create(options),
});

function create({ initial, increase, decrease, min, max = Number.POSITIVE_INFINITY }: AimdOptions): Limit {
  let level = initial;
  let decreasedMs = Number.NEGATIVE_INFINITY;
  return {
    current: () => Math.floor(level),
    ended({ verdict, inFlight, nowMs, durationMs }: LimitSample) {
      if (verdict === 'success') {
        // Room that nobody needs says nothing about more of it.
        if (2 * inFlight >= Math.floor(level)) level = Math.min(max, level + increase / level);
      } else if (verdict === 'failure' && nowMs - durationMs >= decreasedMs - sameInstantMs) {
        level = Math.max(min, level * decrease);
        decreasedMs = nowMs;
      }
    },
  };
}
