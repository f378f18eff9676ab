import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import { count } from '../../../sim/kernel/units.ts';
import { failureName } from '../written/failures.ts';
import type { Budget } from './budget.ts';

export interface AwsOptions {
  readonly tokens: number;
  readonly cost: number;
  readonly perClass: { readonly [failure: string]: number | undefined };
}

/** What a success without a retry gives. */
const smallRefund = 1;

/** Tokens that retries cost and successes give back. */
export const aws = define<AwsOptions, Budget>({
  name: 'aws',
  summary: 'a bucket that each retry takes from, by the class of the failure before it; the retry that succeeds gives its cost back',
  formula:
    'a retry costs cost or perClass[class of the failure] and may while tokens ≥ cost; success of a retry: tokens ← min(max, tokens + its cost); of a first attempt: + 1; failures give nothing. Sources: AWS SDKs, standard mode: 500 tokens, 14 a retry and 5 after throttling since 2026 (@smithy/core 3.41, botocore v2.1); before, 5 a retry and 10 after a time-out: { cost: 5, perClass: { timeout: 10 } }.',
  options: z
    .strictObject({
      tokens: count(0)
        .default(500)
        .describe('Most tokens, and those at the start')
        .meta({ examples: [500] }),
      cost: count(0)
        .default(14)
        .describe('What a retry costs')
        .meta({ examples: [14] }),
      perClass: z
        .partialRecord(
          failureName,
          count(0)
            .describe('What a retry after such a failure costs')
            .meta({ examples: [5] }),
        )
        .default({ rate_limited: 5 })
        .describe('Other costs after failures of some classes')
        .meta({ examples: [{ rate_limited: 5 }] }),
    })
    .describe('Tokens that retries cost and successes give back')
    .meta({ examples: [{ tokens: 500, cost: 14, perClass: { rate_limited: 5 } }] }),
  examples: [
    [{ tokens: 500 }, { tokens: 50 }],
    [{ cost: 14 }, { cost: 5 }],
    [{ perClass: { rate_limited: 5 } }, { perClass: { timeout: 100 } }],
  ],
  create(options) {
    let { tokens } = options;
    const giveBack = (amount: number): void => {
      tokens = Math.min(options.tokens, tokens + amount);
    };
    return {
      take({ outcome }) {
        const cost = options.perClass[outcome.class] ?? options.cost;
        if (tokens < cost) return undefined;
        tokens -= cost;
        return cost;
      },
      release: giveBack,
      ended({ verdict, taken }) {
        if (verdict === 'success') giveBack(taken > 0 ? taken : smallRefund);
      },
    };
  },
});
