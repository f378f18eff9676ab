import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import { number } from '../../../sim/kernel/units.ts';
import type { Budget } from './budget.ts';

export interface GrpcOptions {
  readonly tokens: number;
  readonly ratio: number;
}

/** Tokens are counted in thousandths: the source keeps three decimals of the ratio. */
const grain = 1000;

/** No retries while most attempts fail. */
export const grpc = define<GrpcOptions, Budget>({
  name: 'grpc',
  summary: 'no retries once failures have used up half of the tokens; successes give them back',
  formula:
    'tokens = max at the start; a failed attempt: tokens ← max(0, tokens − 1); a successful one: tokens ← min(max, tokens + ratio); a retry may while tokens > max / 2. Errors that say nothing about capacity count for nothing. Source: gRPC proposal A6, retryThrottling.',
  options: z
    .strictObject({
      tokens: number(0, 'a number')
        .refine((tokens) => tokens > 0 && tokens <= grain, { error: 'expected a number above 0, at most 1000' })
        .default(10)
        .describe('Most tokens, max; above 0, at most 1000')
        .meta({ examples: [10] }),
      ratio: number(0, 'a number')
        .refine((ratio) => Math.round(ratio * grain) > 0, { error: 'expected a number of at least 0.001' })
        .default(0.1)
        .describe('Tokens for a success; three decimals count')
        .meta({ examples: [0.1] }),
    })
    .describe('No retries while most attempts fail')
    .meta({ examples: [{ tokens: 10, ratio: 0.1 }] }),
  examples: [
    [{ tokens: 10 }, { tokens: 4 }],
    [{ ratio: 0.1 }, { ratio: 0.5 }],
  ],
  create(options) {
    const most = Math.round(options.tokens * grain);
    const credit = Math.round(options.ratio * grain);
    let tokens = most;
    return {
      take: () => (2 * tokens > most ? 0 : undefined),
      release: () => {},
      ended({ verdict }) {
        if (verdict === 'failure') tokens = Math.max(0, tokens - grain);
        else if (verdict === 'success') tokens = Math.min(most, tokens + credit);
      },
    };
  },
});
