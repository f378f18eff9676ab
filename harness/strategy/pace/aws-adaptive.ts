import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import { number, positiveRate } from '../../../sim/kernel/units.ts';
import { createCubicRate } from './cubic-rate.ts';
import { createMeasuredRate } from './measured-rate.ts';
import type { Pace, PaceSample } from './pace.ts';

export interface AwsAdaptiveOptions {
  readonly beta: number;
  readonly scale: number;
  readonly smoothing: number;
  /** Per second. */
  readonly minRate: number;
}

const shareOpen = z.number().gt(0).lt(1);

/** The rate limiter of the AWS SDKs' adaptive retry mode. */
export const awsAdaptive = define<AwsAdaptiveOptions, Pace>({
  name: 'aws-adaptive',
  summary: 'lets everything go until the first refusal for the rate, then keeps to a rate that falls by a factor and grows as a cubic',
  formula:
    'refused for the rate: w = measured rate (or the bucket’s own, where that is less), rate = beta · w; any other answer: rate = scale · (t − k)³ + w with k = ∛(w · (1 − beta) / scale), t seconds since that refusal; the bucket’s rate = max(minRate, min(rate, 2 · measured)), its size max(1, min(rate, 2 · measured)). Measured: attempts answered in half seconds, smoothed: smoothing · new + (1 − smoothing) · old. Each attempt takes 1 and waits in turn. Source: AWS SDK for JavaScript 3, @smithy/core 3.41.1, DefaultRateLimiter; aws_adaptive in botocore, retries/adaptive.py.',
  options: z
    .strictObject({
      beta: shareOpen
        .default(0.7)
        .describe('The rate is multiplied by this at a refusal; above 0 and below 1')
        .meta({ examples: [0.7] }),
      scale: number(0.001)
        .default(0.4)
        .describe('How steep the cubic is')
        .meta({ examples: [0.4] }),
      smoothing: shareOpen
        .default(0.8)
        .describe('Weight of the latest half second in the measured rate; above 0 and below 1')
        .meta({ examples: [0.8] }),
      minRate: positiveRate
        .prefault('0.5/s')
        .describe('Never slower')
        .meta({ examples: ['0.5/s'] }),
    })
    .describe('Client-side rate limiting as the AWS SDKs do it')
    .meta({ examples: [{ beta: 0.7 }] }),
  examples: [
    [{ beta: 0.7 }, { beta: 0.5 }],
    [{ scale: 0.4 }, { scale: 0.8 }],
    [{ smoothing: 0.8 }, { smoothing: 0.5 }],
    [{ minRate: '0.5/s' }, { minRate: '0.1/s' }],
  ],
  create: (options) => create(options),
});

/** A 429 is one for the SDK whatever it is about, and a rate limit by any other status is one for us. */
function isThrottle({ outcome, facts }: PaceSample): boolean {
  return outcome.class === 'rate_limited' || facts?.status === 429;
}

function create({ beta, scale, smoothing, minRate }: AwsAdaptiveOptions): Pace {
  const cubic = createCubicRate(beta, scale);
  const measured = createMeasuredRate(smoothing);
  let on = false;
  let rate = minRate;
  let size = 1;
  let level = 0;
  let filledS: number | undefined;

  function refill(nowS: number): void {
    if (filledS !== undefined) level = Math.min(size, level + Math.max(0, nowS - filledS) * rate);
    filledS = Math.max(filledS ?? nowS, nowS);
  }

  return {
    reserve({ nowMs }) {
      if (!on) return 0;
      refill(nowMs / 1000);
      level -= 1;
      return level >= 0 ? 0 : (-level / rate) * 1000;
    },
    release() {
      if (on) level = Math.min(size, level + 1);
    },
    ended(sample) {
      if (sample.outcome.class === 'cancelled') return;
      const nowS = sample.nowMs / 1000;
      const sending = measured.answered(nowS);
      const throttled = isThrottle(sample);
      const wanted = throttled ? cubic.throttled(nowS, on ? Math.min(sending, rate) : sending) : cubic.succeeded(nowS);
      on ||= throttled;
      refill(nowS);
      const next = Math.min(wanted, 2 * sending);
      rate = Math.max(next, minRate);
      size = Math.max(next, 1);
      level = Math.min(level, size);
    },
  };
}
