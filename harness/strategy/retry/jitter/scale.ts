import { z } from 'zod';
import { define } from '../../../../sim/kernel/plugin.ts';
import { number } from '../../../../sim/kernel/units.ts';
import type { Jitter } from './jitter.ts';

type Range = readonly [number, number];

/** Multiplies by a number drawn from a range. */
export const scale = define<Range, Jitter>({
  name: 'scale',
  summary: 'times a random factor: [0, 1] is full jitter, [0.5, 1] equal, [0.75, 1] openai-node, [0.9, 1.1] codex, [1, 2] p-retry',
  formula:
    'wait = delay · U(lo, hi). Sources: M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015 (full, equal); the named clients’ sources.',
  options: z
    .tuple([
      number(0, 'a factor')
        .describe('Smallest factor')
        .meta({ examples: [0] }),
      number(0, 'a factor')
        .describe('Largest factor')
        .meta({ examples: [1] }),
    ])
    .refine(([low, high]) => low <= high, { error: 'expected the smaller factor first' })
    .describe('Smallest and largest factor')
    .meta({ examples: [[0, 1]] }),
  examples: [
    [
      [0, 1],
      [0.5, 1],
    ],
    [
      [0, 1],
      [0, 2],
    ],
  ],
  create:
    ([low, high]) =>
    (delayMs, _base, _previous, uniform) =>
      delayMs * (low + (high - low) * uniform),
});
