import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import { positiveDuration, count as whole } from '../../../sim/kernel/units.ts';
import type { Breaker, BreakerScope, Trip } from './breaker.ts';
import { circuit } from './circuit.ts';
import { failureShare } from './failure-share.ts';

export interface SamplingOptions {
  readonly window: number;
  readonly share: number;
  readonly minimum?: number | undefined;
  readonly buckets?: number | undefined;
  readonly of?: 'ended' | 'sent' | undefined;
}

const usualMinimum = 5;
const usualBuckets = 10;

/** A share of what was over a time. */
export const sampling = define<SamplingOptions, Breaker, BreakerScope>({
  name: 'sampling',
  summary: 'opens when more than a share of the attempts of the last seconds has failed',
  formula:
    'at a failure: opens when attempts ≥ minimum and failures > share · attempts, over the current part of the window and those before it. Sources: cockatiel 3.2, SamplingBreaker (minimum = minimumRps · window, by default 5 / share a second; max(5, window / 1 s) buckets); opossum 9, errorThresholdPercentage (10 s, 10 buckets, of: sent, minimum = volumeThreshold, by default 0, open: 30s).',
  options: z
    .strictObject({
      window: positiveDuration.describe('How far it looks back').meta({ examples: ['10s'] }),
      share: failureShare,
      minimum: whole(0)
        .optional()
        .describe(`With fewer attempts in the window it never opens: a rate of r a second is r · window; default ${usualMinimum}`)
        .meta({ examples: [5] }),
      buckets: whole(1, 1000)
        .optional()
        .describe(`Parts of the window, which leave it one by one; default ${usualBuckets}`)
        .meta({ examples: [10] }),
      of: z
        .enum(['ended', 'sent'])
        .optional()
        .describe('The share is of attempts that have ended, or of all that were sent, those under way included; default ended')
        .meta({ examples: ['ended'] }),
    })
    .describe('A share of the attempts of the last seconds')
    .meta({ examples: [{ window: '10s', share: 0.5, minimum: 5 }] }),
  examples: [
    [
      { window: '10s', share: 0.5 },
      { window: '60s', share: 0.5 },
    ],
    [
      { window: '10s', share: 0.5 },
      { window: '10s', share: 0.2 },
    ],
    [
      { window: '10s', share: 0.5 },
      { window: '10s', share: 0.5, minimum: 8 },
    ],
    [
      { window: '10s', share: 0.5 },
      { window: '10s', share: 0.5, buckets: 2 },
    ],
    [
      { window: '10s', share: 0.5 },
      { window: '10s', share: 0.5, of: 'sent' },
    ],
  ],
  create: (options, scope) => circuit(overWindow(options), scope),
});

function overWindow({ window, share, minimum = usualMinimum, buckets = usualBuckets, of = 'ended' }: SamplingOptions): Trip {
  const attempts = new Float64Array(buckets);
  const failures = new Float64Array(buckets);
  const bucketMs = window / buckets;
  let current = 0;

  /** Empties the buckets that have left the window; a clock that goes back stays in the last one. */
  const bucketAt = (nowMs: number): number => {
    const now = Math.max(current, Math.floor(nowMs / bucketMs));
    for (let bucket = Math.max(current + 1, now - buckets + 1); bucket <= now; bucket++) {
      attempts[bucket % buckets] = 0;
      failures[bucket % buckets] = 0;
    }
    current = now;
    return now % buckets;
  };
  const add = (to: Float64Array, bucket: number, n: number): void => {
    to[bucket] = Math.max(0, (to[bucket] as number) + n);
  };
  const sum = (list: Float64Array): number => list.reduce((all, one) => all + one, 0);

  return {
    admitted(nowMs) {
      if (of === 'sent') add(attempts, bucketAt(nowMs), 1);
    },
    released() {
      if (of === 'sent') add(attempts, current % buckets, -1);
    },
    ended(nowMs, failed) {
      const bucket = bucketAt(nowMs);
      if (of === 'ended') add(attempts, bucket, 1);
      if (!failed) return false;
      add(failures, bucket, 1);
      const all = sum(attempts);
      return all >= minimum && sum(failures) > share * all;
    },
    reset() {
      attempts.fill(0);
      failures.fill(0);
    },
  };
}
