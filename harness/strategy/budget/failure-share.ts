import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import { number, positiveDuration } from '../../../sim/kernel/units.ts';
import type { Budget } from './budget.ts';
import { slidingSum } from './sliding-sum.ts';

export interface FailureShareOptions {
  readonly share: number;
  /** ms; undefined: for ever. */
  readonly window?: number | undefined;
}

const slices = 60;

/** A circuit breaker over retries alone: first attempts are always sent. */
export const failureShareBudget = define<FailureShareOptions, Budget>({
  name: 'failure-share',
  summary: 'no retries while more than a share of requests fails: a breaker over retries alone, which first attempts pass',
  formula:
    'a retry may while failures / requests ≤ share; requests: those begun, failures: attempts lost for want of capacity, of the last window in sixtieths of it, or of all time without one. Source: M. Brooker, "Fixing retries with token buckets and circuit breakers", 2022, and its simulator (share 0.1, of all time).',
  options: z
    .strictObject({
      share: number(0, 'a share')
        .default(0.1)
        .describe('Failed attempts per request')
        .meta({ examples: [0.1] }),
      window: positiveDuration
        .optional()
        .describe('How long requests and failures count; without it for ever')
        .meta({ examples: ['30s'] }),
    })
    .describe('No retries while more than a share of requests fails')
    .meta({ examples: [{ share: 0.1, window: '30s' }] }),
  examples: [
    [{ share: 0.1 }, { share: 0.5 }],
    [
      { share: 0.5, window: '1s' },
      { share: 0.5, window: '60s' },
    ],
  ],
  create({ share, window }) {
    const requests = window === undefined ? sumForEver() : slidingSum(window, slices);
    const failures = window === undefined ? sumForEver() : slidingSum(window, slices);
    return {
      began: (nowMs) => requests.add(1, nowMs),
      take: ({ nowMs }) => (failures.total(nowMs) > share * requests.total(nowMs) ? undefined : 0),
      release: () => {},
      ended({ nowMs, verdict }) {
        if (verdict === 'failure') failures.add(1, nowMs);
      },
    };
  },
});

function sumForEver(): Pick<ReturnType<typeof slidingSum>, 'add' | 'total'> {
  let sum = 0;
  return {
    add(amount) {
      sum += amount;
    },
    total: () => sum,
  };
}
