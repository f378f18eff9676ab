import { define } from '../../../../sim/kernel/plugin.ts';
import { duration } from '../../../../sim/kernel/units.ts';
import type { Jitter } from './jitter.ts';

/** Adds a random part. */
export const additive = define<number, Jitter>({
  name: 'additive',
  summary: 'plus a random part of fixed size',
  formula: 'wait = delay + U(0, a)',
  options: duration.describe('Largest part added, a').meta({ examples: ['1s'] }),
  examples: [['1s', '2s']],
  create: (most) => (delayMs, _base, _previous, uniform) => delayMs + most * uniform,
});
