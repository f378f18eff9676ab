import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import { number, positiveDuration } from '../../../sim/kernel/units.ts';
import { grown } from './bounds.ts';
import type { Backoff } from './retry.ts';
import { type SpreadOptions, spreader, spreadOptions } from './spread.ts';

export interface ExponentialOptions extends SpreadOptions {
  readonly base: number;
  readonly factor?: number | undefined;
}

/** Waits that grow by a factor. */
export const exponential = define<ExponentialOptions, Backoff>({
  name: 'exponential',
  summary: 'each wait a factor longer than the one before',
  formula: 'wait before retry k (k = 1, 2 …) = min(cap, jitter(min(cap, base · factor^(k−1))))',
  options: z
    .strictObject({
      base: positiveDuration.describe('The first wait').meta({ examples: ['1s'] }),
      factor: number(1, 'a factor')
        .optional()
        .describe('How much longer each wait is than the one before; default 2')
        .meta({ examples: [2] }),
      ...spreadOptions,
    })
    .check((context) => {
      if (context.value.factor === undefined || !isDecorrelated(context.value.jitter)) return;
      const message = 'factor changes nothing beside jitter: decorrelated, which draws from the base and the wait before';
      context.issues.push({ code: 'custom', input: context.value.factor, path: ['factor'], message });
    })
    .describe('Waits that grow by a factor')
    .meta({ examples: [{ base: '1s', factor: 2, cap: '20s', jitter: { scale: [0, 1] } }] }),
  examples: [
    [{ base: '1s' }, { base: '2s' }],
    [{ base: '1s' }, { base: '1s', factor: 3 }],
    [{ base: '1s' }, { base: '1s', cap: '3s' }],
    [{ base: '1s' }, { base: '1s', jitter: { scale: [0, 1] } }],
    [
      { base: '1s', jitter: 'none' },
      { base: '1s', jitter: 'decorrelated' },
    ],
    [
      { base: '1s', jitter: { scale: [0, 1] } },
      { base: '1s', jitter: { scale: [0, 1] }, round: 'floor' },
    ],
  ],
  create: ({ base, factor = 2, ...rest }) => {
    const { limit, spread } = spreader(rest);
    return { delayMs: (past, uniform) => spread(grown(base, factor, past.attempt - 1, limit), base, past, uniform) };
  },
});

function isDecorrelated(jitter: unknown): boolean {
  return jitter === 'decorrelated' || (typeof jitter === 'object' && jitter !== null && 'decorrelated' in jitter);
}
