import { define } from '../../../sim/kernel/plugin.ts';
import { type NoOptions, noOptions } from '../no-options.ts';
import type { Backoff } from './retry.ts';

/** One attempt and no more. */
export const none = define<NoOptions, Backoff>({
  name: 'none',
  summary: 'no second try',
  options: noOptions,
  examples: [],
  create: () => ({ delayMs: () => undefined }),
});
