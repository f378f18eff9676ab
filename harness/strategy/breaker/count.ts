import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import { count as whole } from '../../../sim/kernel/units.ts';
import type { Breaker, BreakerScope, Trip } from './breaker.ts';
import { circuit } from './circuit.ts';
import { failureShare } from './failure-share.ts';

export interface CountOptions {
  readonly last: number;
  readonly share: number;
  readonly minimum?: number | undefined;
}

/** A share of the last n attempts. */
export const count = define<CountOptions, Breaker, BreakerScope>({
  name: 'count',
  summary: 'opens when more than a share of the last n attempts has failed',
  formula:
    'at a failure: opens when attempts ≥ minimum and failures > share · attempts, over the last n that succeeded or failed. Source: cockatiel 3.2, CountBreaker.',
  options: z
    .strictObject({
      last: whole(1, 100_000)
        .describe('Attempts looked at')
        .meta({ examples: [20] }),
      share: failureShare,
      minimum: whole(1)
        .optional()
        .describe('With fewer attempts it never opens; default last')
        .meta({ examples: [10] }),
    })
    .check((context) => {
      const { last, minimum = last } = context.value;
      if (minimum <= last) return;
      const message = `expected at most last, ${last}: more than that are never looked at`;
      context.issues.push({ code: 'custom', input: minimum, path: ['minimum'], message });
    })
    .describe('A share of the last attempts')
    .meta({ examples: [{ last: 20, share: 0.5, minimum: 10 }] }),
  examples: [
    [
      { last: 20, share: 0.5 },
      { last: 30, share: 0.5 },
    ],
    [
      { last: 20, share: 0.5 },
      { last: 20, share: 0.2 },
    ],
    [
      { last: 20, share: 0.5 },
      { last: 20, share: 0.5, minimum: 5 },
    ],
  ],
  create: (options, scope) => circuit(overLast(options), scope),
});

function overLast({ last, share, minimum = last }: CountOptions): Trip {
  const failed = new Uint8Array(last);
  let attempts = 0;
  let failures = 0;
  let next = 0;
  return {
    ended(_, isFailure) {
      if (attempts === last) failures -= failed[next] as number;
      else attempts += 1;
      failed[next] = isFailure ? 1 : 0;
      failures += failed[next] as number;
      next = (next + 1) % last;
      return isFailure && attempts >= minimum && failures > share * attempts;
    },
    reset() {
      attempts = 0;
      failures = 0;
      next = 0;
    },
  };
}
