import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import { duration, number, positiveDuration } from '../../../sim/kernel/units.ts';
import { longestDelayMs } from './bounds.ts';
import type { Backoff } from './retry.ts';

export interface PollyOptions {
  readonly base: number;
  readonly factor: number;
  readonly cap: number;
}

/** Brings the median of the first wait near its base. */
const scaling = 1 / 1.4;

/** Waits whose sum grows by a factor, jitter included from the start. */
export const polly = define<PollyOptions, Backoff>({
  name: 'polly',
  summary: 'the decorrelated jitter of Polly, as cockatiel has it: the sum of the waits grows by a factor, each wait may be short',
  formula:
    'wait before retry k (k = 1, 2 …) = min(cap, (f(k − 1 + U) − f(k − 2 + U′)) · base / 1.4), f(t) = factor^t · tanh √(4t), f = 0 before the first; U in (0, 1), U′ that of the wait before. Sources: Polly, DecorrelatedJitterBackoffV2; cockatiel 3.2.1, ExponentialBackoff (base 128 ms, factor 2, cap 30 s).',
  options: z
    .strictObject({
      base: positiveDuration
        .default(128)
        .describe('About the median of the first wait')
        .meta({ examples: ['128ms'] }),
      factor: number(1, 'a factor')
        .default(2)
        .describe('How much the waits grow')
        .meta({ examples: [2] }),
      cap: duration
        .default(30_000)
        .describe('No wait is longer')
        .meta({ examples: ['30s'] }),
    })
    .describe('The decorrelated jitter of Polly')
    .meta({ examples: [{ base: '128ms', factor: 2, cap: '30s' }] }),
  examples: [
    [{ base: '128ms' }, { base: '1s' }],
    [{ factor: 2 }, { factor: 1.5 }],
    [{ cap: '30s' }, { cap: '5s' }],
  ],
  create({ base, factor, cap }) {
    const limit = Math.min(cap, longestDelayMs);
    const growth = Math.log(factor);
    const grown = (t: number): number => Math.exp(t * growth) * Math.tanh(Math.sqrt(4 * t));
    return {
      delayMs({ attempt, previousUniform }, uniform) {
        const next = grown(attempt - 1 + uniform);
        if (next === Number.POSITIVE_INFINITY) return limit;
        const before = previousUniform === undefined ? 0 : grown(attempt - 2 + previousUniform);
        return Math.min(Math.max(0, next - before) * scaling * base, limit);
      },
    };
  },
});
