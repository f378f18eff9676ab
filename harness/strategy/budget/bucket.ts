import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import { number } from '../../../sim/kernel/units.ts';
import type { Budget } from './budget.ts';

export interface BucketOptions {
  readonly size: number;
  readonly credit: number;
  readonly on: 'request' | 'success';
}

/** Tokens are counted in thousandths, so that ten tenths are one. */
const grain = 1000;

/** A full bucket at first, then retries in proportion to requests. */
export const bucket = define<BucketOptions, Budget>({
  name: 'bucket',
  summary: 'a full bucket at the start; each request, or each success, puts a part of a retry into it',
  formula:
    'tokens = size at the start; each request or success: tokens ← min(size, tokens + credit), in thousandths; a retry takes 1 and may while tokens > 1. Source: M. Brooker, "Fixing retries with token buckets and circuit breakers", 2022, and its simulator (size 5, credit 0.1 a request; the text says a success).',
  options: z
    .strictObject({
      size: number(1, 'a number')
        .default(5)
        .describe('Most tokens, and those at the start')
        .meta({ examples: [5] }),
      credit: number(0, 'a number')
        .default(0.1)
        .describe('Tokens put in at a time; three decimals count')
        .meta({ examples: [0.1] }),
      on: z
        .enum(['request', 'success'])
        .default('request')
        .describe('What puts tokens in: every request when it comes, or every success')
        .meta({ examples: ['success'] }),
    })
    .describe('A full bucket at first, then retries in proportion to requests')
    .meta({ examples: [{ size: 5, credit: 0.1, on: 'request' }] }),
  examples: [
    [{ size: 5 }, { size: 10 }],
    [{ credit: 0.1 }, { credit: 0.2 }],
    [{ on: 'request' }, { on: 'success' }],
  ],
  create(options) {
    const most = Math.round(options.size * grain);
    const credit = Math.round(options.credit * grain);
    let tokens = most;
    const put = (amount: number): void => {
      tokens = Math.min(most, tokens + amount);
    };
    return {
      began() {
        if (options.on === 'request') put(credit);
      },
      take() {
        if (tokens <= grain) return undefined;
        tokens -= grain;
        return grain;
      },
      release: put,
      ended({ verdict }) {
        if (options.on === 'success' && verdict === 'success') put(credit);
      },
    };
  },
});
