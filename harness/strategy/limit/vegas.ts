import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import { count, number } from '../../../sim/kernel/units.ts';
import { type Level, levelOptions, withinBounds } from './level-options.ts';
import type { Limit, LimitScope } from './limit.ts';

export interface VegasOptions extends Level {
  readonly max: number;
  readonly alpha: number;
  readonly beta: number;
  readonly smoothing: number;
  readonly probe: number;
  readonly decrease?: number | undefined;
}

/** The mean of the source’s jitter on the interval of probes, which it draws from 0.5 to 1. */
const meanJitter = 0.75;

/** As in TCP Vegas: counts who queues at the provider by how much longer attempts take than without load. */
export const vegas = define<VegasOptions, Limit, LimitScope>({
  name: 'vegas',
  summary:
    'holds a few attempts in the provider’s queue, told by how much longer answers take than the fastest; blind where full means refused',
  formula:
    'queue = ⌈L · (1 − t₀ / t)⌉, t the duration of a success, t₀ the least seen (taken anew after each 0.75 · probe · L successes); r = max(1, ⌊log₁₀ L⌋). While 2 · in flight ≥ L: queue ≤ r: L + beta · r; < alpha · r: L + r; > beta · r: L − r, or decrease · L; else L stays. A failure: L − r, or decrease · L. L moves by the share smoothing of that, within min … max; limit = ⌊L⌋. Source: Netflix concurrency-limits, VegasLimit, and L. Brakmo, L. Peterson, "TCP Vegas", 1995. Durations of failures are left out here: a refusal is faster than any answer.',
  options: withinBounds(
    z.strictObject({
      ...levelOptions(20, 1, 1000),
      alpha: number(0, 'a number')
        .default(3)
        .describe('Fewer than this times r in the queue: the limit grows')
        .meta({ examples: [3] }),
      beta: number(0, 'a number')
        .default(6)
        .describe('More than this times r in the queue: the limit shrinks; also what it grows by while nothing queues')
        .meta({ examples: [6] }),
      smoothing: z
        .number()
        .gt(0)
        .max(1)
        .default(1)
        .describe('Share of the way to the new limit that is gone at once')
        .meta({ examples: [1] }),
      probe: count(1)
        .default(30)
        .describe('How many times the limit of successes until the duration without load is measured anew')
        .meta({ examples: [30] }),
      decrease: z
        .number()
        .gt(0)
        .lt(1)
        .optional()
        .describe('To shrink, the limit is multiplied by this; when left out, it loses r')
        .meta({ examples: [0.5] }),
    }),
  )
    .describe('By how many queue at the provider')
    .meta({ examples: [{ initial: 20, alpha: 3, beta: 6, max: 1000 }] }),
  examples: [
    [{ initial: 20 }, { initial: 10 }],
    [{ min: 1 }, { min: 5 }],
    [{ max: 1000 }, { max: 25 }],
    [{ alpha: 3 }, { alpha: 5 }],
    [{ beta: 6 }, { beta: 12 }],
    [{ smoothing: 1 }, { smoothing: 0.5 }],
    [{ probe: 30 }, { probe: 3 }],
    [{}, { decrease: 0.5 }],
  ],
  create: (options) => create(options),
});

function create({ initial, alpha, beta, smoothing, probe, decrease, min, max }: VegasOptions): Limit {
  let level = initial;
  let noLoadMs = Number.POSITIVE_INFINITY;
  let seen = 0;
  const moveTo = (next: number): void => {
    level = (1 - smoothing) * level + smoothing * Math.max(min, Math.min(max, next));
  };
  const lower = (): number => (decrease === undefined ? level - log10Root(level) : level * decrease);
  /** Whether this duration becomes the one without load. */
  const measures = (durationMs: number): boolean => {
    seen += 1;
    const due = seen >= meanJitter * probe * level;
    if (due) seen = 0;
    return due || durationMs < noLoadMs;
  };
  return {
    current: () => Math.max(min, Math.floor(level)),
    ended({ verdict, durationMs, inFlight }) {
      if (verdict === 'failure') return moveTo(lower());
      if (verdict === 'neutral' || durationMs <= 0) return;
      if (measures(durationMs)) {
        noLoadMs = durationMs;
        return;
      }
      if (2 * inFlight < level) return;
      const root = log10Root(level);
      const queue = Math.ceil(level * (1 - noLoadMs / durationMs));
      if (queue <= root) moveTo(level + beta * root);
      else if (queue < alpha * root) moveTo(level + root);
      else if (queue > beta * root) moveTo(lower());
    },
  };
}

/** max(1, ⌊log₁₀ n⌋), exactly. */
export function log10Root(n: number): number {
  let root = 0;
  for (let power = 10; power <= n; power *= 10) root += 1;
  return Math.max(1, root);
}
