import { define } from '../../../sim/kernel/plugin.ts';
import { count } from '../../../sim/kernel/units.ts';
import type { Breaker, BreakerScope } from './breaker.ts';
import { circuit } from './circuit.ts';

/** So many failures in a row. */
export const consecutive = define<number, Breaker, BreakerScope>({
  name: 'consecutive',
  summary: 'opens after so many failures in a row',
  formula: 'opens at the n-th failure since the last success. Source: cockatiel 3.2, ConsecutiveBreaker.',
  options: count(1)
    .describe('Failures in a row')
    .meta({ examples: [5] }),
  examples: [[5, 6]],
  create: (most, scope) => {
    let failures = 0;
    return circuit(
      {
        ended(_, failed) {
          failures = failed ? failures + 1 : 0;
          return failures >= most;
        },
        reset() {
          failures = 0;
        },
      },
      scope,
    );
  },
});
