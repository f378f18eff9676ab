import { z } from 'zod';
import { count } from '../../kernel/units.ts';

const limits = {
  rpm: count(1)
    .optional()
    .describe('Requests a minute')
    .meta({ examples: [90] }),
  tpm: count(1)
    .optional()
    .describe('Tokens a minute, input and output together')
    .meta({ examples: [300000] }),
  inputTpm: count(1)
    .optional()
    .describe('Input tokens a minute')
    .meta({ examples: ['1M'] }),
  outputTpm: count(1)
    .optional()
    .describe('Output tokens a minute')
    .meta({ examples: ['200k'] }),
  rpd: count(1)
    .optional()
    .describe('Requests a day; the day ends at 00:00 of `time.zone`')
    .meta({ examples: [10000] }),
  concurrent: count(1)
    .optional()
    .describe('Attempts under way at once')
    .meta({ examples: [50] }),
};

const countRefused = z
  .strictObject({
    quota: z
      .boolean()
      .default(false)
      .describe('An attempt that is refused takes what is there of one request: who hammers is locked out')
      .meta({ examples: [true] }),
    capacity: z
      .boolean()
      .default(true)
      .describe('An attempt that finds no free slot keeps its count; its tokens come back')
      .meta({ examples: [false] }),
  })
  .prefault({})
  .describe('Which refused attempts count as requests')
  .meta({ examples: [{ quota: true, capacity: true }] });

const shape = z.strictObject({
  ...limits,
  burst: count(1)
    .optional()
    .describe(
      'Requests that a full bucket holds, or that one window admits; tokens in the same proportion of their minute. A minute’s worth by default. With fixed and sliding, a window lasts burst / rpm minutes',
    )
    .meta({ examples: [15] }),
  window: z
    .enum(['token-bucket', 'fixed', 'sliding'])
    .default('token-bucket')
    .describe('How it comes back: continuously, at once with every new window, or each charge one window later')
    .meta({ examples: ['fixed'] }),
  charge: z
    .enum(['max-tokens', 'actual'])
    .default('max-tokens')
    .describe('Tokens that count: input and maximum output at once, or input at once and output at the end')
    .meta({ examples: ['actual'] }),
  countRefused,
});

const names = Object.keys(limits) as (keyof typeof limits)[];

/** `quota:` of a model or an account. */
export const quotaSchema = shape
  .check((context) => {
    const { value } = context;
    if (names.every((name) => value[name] === undefined)) {
      context.issues.push({ code: 'custom', input: value, message: `expected at least one limit of: ${names.join(', ')}; found none` });
    }
    if (value.burst !== undefined && value.rpm === undefined) {
      context.issues.push({ code: 'custom', input: value, path: ['burst'], message: 'burst counts requests: it needs rpm beside it' });
    }
  })
  .describe('Limits of requests, tokens and concurrency; an attempt passes when it passes all')
  .meta({ examples: [{ rpm: 90, burst: 15, countRefused: { quota: true } }] });
