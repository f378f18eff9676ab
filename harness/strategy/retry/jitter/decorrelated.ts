import { type NoOptions, noOptions } from '../../../../sim/kernel/no-options.ts';
import { define } from '../../../../sim/kernel/plugin.ts';
import type { Jitter } from './jitter.ts';

/** Draws from the base and the wait before, forgetting what the rule says of this attempt. */
export const decorrelated = define<NoOptions, Jitter>({
  name: 'decorrelated',
  summary: 'between the base and three times the wait before; grows by itself, so set a cap',
  formula:
    'wait = U(base, max(base, 3 · previous)), previous = base before the first. Source: M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.',
  options: noOptions,
  examples: [],
  create: () => (_delay, baseMs, previousMs, uniform) => {
    const previous = previousMs > 0 ? previousMs : baseMs;
    return baseMs + Math.max(0, 3 * previous - baseMs) * uniform;
  },
});
