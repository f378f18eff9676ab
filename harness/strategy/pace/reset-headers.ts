import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import type { Pace } from './pace.ts';
import { createQuotaView } from './quota-view.ts';

export interface ResetHeadersOptions {
  readonly spread: boolean;
}

/** Keeps to what the provider says is left. */
export const resetHeaders = define<ResetHeadersOptions, Pace>({
  name: 'reset-headers',
  summary: 'keeps to what the provider’s answers say is left of requests and tokens, and when it is whole again',
  formula:
    'from an answer: r left, whole at T. An attempt of cost c (1 request; its input and most output tokens) goes at once while r ≥ c, and takes c of r; spread: the next one waits (T − t) · c / r, so at a bucket that refills continuously attempts come to go at its rate with half of it left. Where r < c it waits until T, from when as much is left as was ever said, until one more such time later. The later T of two answers counts. Nothing is held back before the first answer, nor by a provider that says nothing. Source: OpenAI, rate limits, x-ratelimit-remaining-* and -reset-*; Anthropic, rate limits, anthropic-ratelimit-*.',
  options: z
    .strictObject({
      spread: z
        .boolean()
        .default(true)
        .describe('true: what is left is spread over the time until it is whole; false: it goes at once, and then all wait')
        .meta({ examples: [true] }),
    })
    .describe('Driven by what answers say of the quota')
    .meta({ examples: [{ spread: true }] }),
  examples: [[{ spread: true }, { spread: false }]],
  create: ({ spread }) => create(spread),
});

function create(spread: boolean): Pace {
  const requests = createQuotaView(spread);
  const tokens = createQuotaView(spread);
  return {
    reserve(ask) {
      const at = Math.max(requests.earliest(ask.nowMs, 1), tokens.earliest(ask.nowMs, ask.tokens));
      requests.take(ask, at, 1);
      tokens.take(ask, at, ask.tokens);
      return at - ask.nowMs;
    },
    release(ask) {
      requests.giveBack(ask);
      tokens.giveBack(ask);
    },
    ended({ nowMs, facts }) {
      if (facts?.limits?.requests !== undefined) requests.told(nowMs, facts.limits.requests);
      if (facts?.limits?.tokens !== undefined) tokens.told(nowMs, facts.limits.tokens);
    },
  };
}
