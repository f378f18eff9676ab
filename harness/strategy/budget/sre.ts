import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import { number, positiveDuration } from '../../../sim/kernel/units.ts';
import type { Budget, BudgetSample } from './budget.ts';
import { slidingSum } from './sliding-sum.ts';

export interface SreOptions {
  readonly k: number;
  /** ms. */
  readonly window: number;
}

const slices = 60;

/** Share of attempts that a client refuses itself. */
export function refusedShare(k: number, requests: number, accepts: number): number {
  return Math.max(0, (requests - k * accepts) / (requests + 1));
}

/** First attempts and retries alike are refused here, the more of them the fewer get through. */
export const sre = define<SreOptions, Budget>({
  name: 'sre',
  summary: 'refuses first attempts, too, once fewer than one in K gets through: what the provider would refuse need not be sent',
  formula:
    'an attempt is refused with probability max(0, (requests − K · accepts) / (requests + 1)) of the last window; requests: attempts that have ended or were refused here, accepts: those that were not refused or lost for want of capacity. Source: Site Reliability Engineering (2016), ch. 21, client-side throttling: K = 2, two minutes; there an attempt counts when it begins, which takes slow answers for refusals.',
  options: z
    .strictObject({
      k: number(1, 'a number')
        .default(2)
        .describe('Attempts for each that gets through, at least 1')
        .meta({ examples: [2] }),
      window: positiveDuration
        .default(120_000)
        .describe('How long an attempt counts')
        .meta({ examples: ['2m'] }),
    })
    .describe('Client-side throttling')
    .meta({ examples: [{ k: 2, window: '2m' }] }),
  examples: [
    [{ k: 2 }, { k: 1.1 }],
    [{ window: '2m' }, { window: '10s' }],
  ],
  create({ k, window }) {
    const requests = slidingSum(window, slices);
    const accepts = slidingSum(window, slices);
    function admit(nowMs: number, uniform: number): boolean {
      if (uniform >= refusedShare(k, requests.total(nowMs), accepts.total(nowMs))) return true;
      requests.add(1, nowMs);
      return false;
    }
    return {
      admit,
      take: ({ nowMs, uniform }) => (admit(nowMs, uniform) ? 0 : undefined),
      release: () => {},
      ended(sample) {
        if (sample.outcome.class === 'cancelled') return;
        requests.add(1, sample.nowMs);
        if (gotThrough(sample)) accepts.add(1, sample.nowMs);
      },
    };
  },
});

function gotThrough({ verdict }: BudgetSample): boolean {
  return verdict !== 'failure';
}
