import { define } from '../../../sim/kernel/plugin.ts';
import { count } from '../../../sim/kernel/units.ts';
import type { Limit, LimitScope } from './limit.ts';

/** The same number all the time. */
export const fixed = define<number, Limit, LimitScope>({
  name: 'fixed',
  summary: 'a semaphore: at most so many attempts in flight; `limit: 5` is short for it',
  formula: 'limit = n',
  options: count(1)
    .describe('Attempts in flight at most')
    .meta({ examples: [5] }),
  examples: [[5, 6]],
  create: (limit) => ({ current: () => limit, ended: () => {} }),
});
