import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import { number, positiveDuration, rate } from '../../../sim/kernel/units.ts';
import type { Budget } from './budget.ts';
import { slidingSum } from './sliding-sum.ts';

export interface RatioOptions {
  readonly share: number;
  /** ms. */
  readonly ttl?: number | undefined;
  /** Per second. */
  readonly min?: number | undefined;
}

const share = number(0, 'a number')
  .describe('Retries per request')
  .meta({ examples: [0.2] });

/** Whole numbers, so that ten thousand tenths are a thousand. */
const deposit = 1000;
const slices = 10;

/** Retries in proportion to requests. */
export const ratio = define<number | RatioOptions, Budget>({
  name: 'ratio',
  summary: 'so many retries per request of the last seconds, and a few that are always allowed; `{ ratio: 0.2 }` is the usual',
  formula:
    'a request deposits 1000, a retry withdraws ⌊1000 / share⌋ and may when min · ttl · ⌊1000 / share⌋ + the deposits less the withdrawals of the last ttl, counted in tenths of it, cover it. Sources: Finagle, RetryBudget and WindowedAdder; defaults of Linkerd: share 0.2, ttl 10 s, 10 a second.',
  options: z
    .union([
      share,
      z
        .strictObject({
          share,
          ttl: positiveDuration
            .refine((ms) => ms >= 1000 && ms <= 60_000, { error: 'expected a duration from 1s to 60s' })
            .optional()
            .describe('How long a request counts, from 1s to 60s; default 10s')
            .meta({ examples: ['10s'] }),
          min: rate
            .optional()
            .describe('Retries that are always allowed; default 10/s')
            .meta({ examples: ['10/s'] }),
        })
        .describe('Retries per request, and those that are always allowed')
        .meta({ examples: [{ share: 0.2, ttl: '10s', min: '10/s' }] }),
    ])
    .describe('Retries in proportion to the requests of the last seconds')
    .meta({ examples: [0.2, { share: 0.2, ttl: '10s', min: '10/s' }] }),
  examples: [
    [0.1, 0.2],
    [{ share: 0.1 }, { share: 0.2 }],
    [
      { share: 0.1, min: '0/s' },
      { share: 0.1, min: '5/s' },
    ],
    [
      { share: 0.1, min: '0/s', ttl: '2s' },
      { share: 0.1, min: '0/s', ttl: '60s' },
    ],
  ],
  create: (options) => create(typeof options === 'number' ? { share: options } : options),
});

function create({ share, ttl = 10_000, min = 10 }: RatioOptions): Budget {
  const cost = share === 0 ? 1 : Math.floor(deposit / share);
  const reserve = ((min * ttl) / 1000) * cost;
  const balance = slidingSum(ttl, slices);
  let seenMs = 0;
  return {
    began(nowMs) {
      seenMs = nowMs;
      balance.add(share === 0 ? 0 : deposit, nowMs);
    },
    take({ nowMs }) {
      seenMs = nowMs;
      if (reserve + balance.total(nowMs) < cost) return undefined;
      balance.add(-cost, nowMs);
      return cost;
    },
    release: (taken) => balance.add(taken, seenMs),
    ended: () => {},
  };
}
