import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import { duration } from '../../../sim/kernel/units.ts';
import type { Backoff } from './retry.ts';
import { type SpreadOptions, spreader, spreadOptions } from './spread.ts';

export interface ListOptions extends SpreadOptions {
  readonly delays: readonly number[];
}

const delays = z
  .array(duration.describe('One wait').meta({ examples: ['1s'] }))
  .min(1, { error: 'expected at least one wait' })
  .describe('Waits before the first, second … retry')
  .meta({ examples: [['1s', '1s', '2s', '4s']] });

/** Waits written out one by one. */
export const list = define<readonly number[] | ListOptions, Backoff>({
  name: 'list',
  summary: 'waits written out one by one; after the last it repeats; as many attempts as waits and one more unless attempts says otherwise',
  formula: 'wait before retry k = min(cap, jitter(min(cap, delays[min(k, n)])))',
  options: z
    .union([
      delays,
      z
        .strictObject({ delays, ...spreadOptions })
        .describe('The waits with cap and jitter')
        .meta({ examples: [{ delays: ['1s', '2s', '4s'], jitter: { scale: [0.5, 1] } }] }),
    ])
    .describe('Waits written out one by one')
    .meta({ examples: [['1s', '1s', '2s', '4s']] }),
  examples: [
    [
      ['1s', '2s'],
      ['1s', '3s'],
    ],
    [{ delays: ['1s', '2s'] }, { delays: ['1s', '3s'] }],
    [{ delays: ['1s', '2s'] }, { delays: ['1s', '2s'], cap: '1s' }],
    [{ delays: ['1s', '2s'] }, { delays: ['1s', '2s'], jitter: { additive: '1s' } }],
    [
      { delays: ['1s', '2s'], jitter: { additive: '1s' } },
      { delays: ['1s', '2s'], jitter: { additive: '1s' }, round: 'nearest' },
    ],
  ],
  create: (options) => {
    const { delays, ...rest } = isPlain(options) ? { delays: options } : options;
    const { spread } = spreader(rest);
    return {
      delayMs: (past, uniform) => {
        const delay = delays[Math.min(past.attempt, delays.length) - 1] ?? 0;
        return spread(delay, delay, past, uniform);
      },
    };
  },
});

function isPlain(options: readonly number[] | ListOptions): options is readonly number[] {
  return Array.isArray(options);
}
