import { type NoOptions, noOptions } from '../../../../sim/kernel/no-options.ts';
import { define } from '../../../../sim/kernel/plugin.ts';
import type { Jitter } from './jitter.ts';

/** Everybody waits the same. */
export const none = define<NoOptions, Jitter>({
  name: 'none',
  summary: 'no jitter: everybody who failed at one moment comes back at one moment',
  formula: 'wait = delay',
  options: noOptions,
  examples: [],
  create: () => (delayMs) => delayMs,
});
