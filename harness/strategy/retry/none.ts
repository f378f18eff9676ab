import { type NoOptions, noOptions } from '../../../sim/kernel/no-options.ts';
import { define } from '../../../sim/kernel/plugin.ts';
import type { Backoff } from './retry.ts';

/** One attempt and no more. */
export const none = define<NoOptions, Backoff>({
  name: 'none',
  summary: 'no second try',
  options: noOptions,
  examples: [],
  create: () => ({ delayMs: () => undefined }),
});
