import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import { duration } from '../../../sim/kernel/units.ts';
import type { Backoff } from './retry.ts';
import { type SpreadOptions, spreader, spreadOptions } from './spread.ts';

export interface FixedOptions extends SpreadOptions {
  readonly delay: number;
}

/** The same wait every time. */
export const fixed = define<number | FixedOptions, Backoff>({
  name: 'fixed',
  summary: 'the same wait before every retry',
  formula: 'wait = min(cap, jitter(min(cap, delay)))',
  options: z
    .union([
      duration.describe('The wait').meta({ examples: ['2s'] }),
      z
        .strictObject({ delay: duration.describe('The wait before jitter').meta({ examples: ['2s'] }), ...spreadOptions })
        .describe('The wait with cap and jitter')
        .meta({ examples: [{ delay: '2s', jitter: { scale: [0.5, 1] } }] }),
    ])
    .describe('The same wait before every retry')
    .meta({ examples: ['2s', { delay: '2s', jitter: { scale: [0.5, 1] } }] }),
  examples: [
    ['1s', '2s'],
    [{ delay: '1s' }, { delay: '2s' }],
    [{ delay: '2s' }, { delay: '2s', cap: '1s' }],
    [{ delay: '2s' }, { delay: '2s', jitter: { scale: [0, 1] } }],
    [
      { delay: '2s', jitter: { scale: [0, 1] } },
      { delay: '2s', jitter: { scale: [0, 1] }, round: 'floor' },
    ],
  ],
  create: (options) => {
    const { delay, ...rest } = typeof options === 'number' ? { delay: options } : options;
    const { spread } = spreader(rest);
    return { delayMs: (past, uniform) => spread(delay, delay, past, uniform) };
  },
});
