import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import { count, number } from '../../../sim/kernel/units.ts';
import type { Budget } from './budget.ts';

export interface ConcurrentOptions {
  readonly share: number;
  readonly min: number;
}

/** Retries in proportion to the requests that are under way. */
export const concurrent = define<ConcurrentOptions, Budget>({
  name: 'concurrent',
  summary: 'so many retries at once, waiting or in flight, per request under way, and a few that are always allowed',
  formula:
    'a retry may while retries waiting or in flight < ⌊max(min, share · requests begun and not ended)⌋. Source: Envoy, RetryBudgetImpl: budget_percent 20 %, min_retry_concurrency 3; there active requests are those in flight and pending.',
  options: z
    .strictObject({
      share: number(0, 'a share')
        .default(0.2)
        .describe('Retries at once per request under way')
        .meta({ examples: [0.2] }),
      min: count(0)
        .default(3)
        .describe('Retries at once that are always allowed')
        .meta({ examples: [3] }),
    })
    .describe('Retries in proportion to the requests under way')
    .meta({ examples: [{ share: 0.2, min: 3 }] }),
  examples: [
    [{ share: 0.2 }, { share: 0.5 }],
    [{ min: 3 }, { min: 4 }],
  ],
  create({ share, min }) {
    let active = 0;
    let retries = 0;
    return {
      began() {
        active += 1;
      },
      finished() {
        active -= 1;
      },
      take() {
        if (retries >= Math.floor(Math.max(min, share * active))) return undefined;
        retries += 1;
        return 1;
      },
      release(taken) {
        retries -= taken;
      },
      ended({ taken }) {
        retries -= taken;
      },
    };
  },
});
