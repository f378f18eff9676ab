import { z } from 'zod';

/** Causes that have several published shapes, and what nobody has seen; each default is what is seen most. */
export const geminiOptions = z
  .strictObject({
    capacity: z
      .enum(['overloaded', 'high-demand', 'code-assist', 'code-assist-429'])
      .default('overloaded')
      .describe(
        'No capacity: a 503 in the words of 2025 or of 2026, or as Code Assist has it, a 503 or a 429 with MODEL_CAPACITY_EXHAUSTED',
      )
      .meta({ examples: ['high-demand'] }),
    limits: z
      .enum(['detailed', 'bare'])
      .default('detailed')
      .describe('A limit that is used up: with the quota, its figure and the wait, or without any of them')
      .meta({ examples: ['bare'] }),
    retryDelay: z
      .enum(['exact', 'whole'])
      .default('exact')
      .describe('The wait in RetryInfo: exactly, or cut off to whole seconds, and so up to a second too short; both are seen')
      .meta({ examples: ['whole'] }),
    retryAfter: z
      .boolean()
      .default(false)
      .describe('Says the wait in the header retry-after too. UNVERIFIED: that it is never sent')
      .meta({ examples: [true] }),
    quota: z
      .enum(['not-in-plan', 'prepayment', 'payment-required'])
      .default('not-in-plan')
      .describe('Money: a limit of 0, credits that are used up (429), or a 402. UNVERIFIED: the body of the 402')
      .meta({ examples: ['prepayment'] }),
    permission: z
      .enum(['denied', 'region'])
      .default('denied')
      .describe('No permission: a 403, or the 400 FAILED_PRECONDITION of a region that is not served')
      .meta({ examples: ['region'] }),
    tooLarge: z
      .enum(['too-long', 'limit'])
      .default('too-long')
      .describe('A request larger than the whole limit: the 400 of what is too long, or a 429 that never passes. UNVERIFIED: which of them')
      .meta({ examples: ['limit'] }),
    streamError: z
      .enum(['event', 'tail'])
      .default('event')
      .describe('An error in a stream: an event, or bare JSON after the last event; both are seen')
      .meta({ examples: ['tail'] }),
  })
  .describe('Which of the published shapes its errors have')
  .meta({ examples: [{ capacity: 'high-demand' }] });

export type GeminiOptions = z.output<typeof geminiOptions>;

/** Pairs that differ in one option each. */
export const geminiExamples: readonly (readonly [unknown, unknown])[] = [
  [{}, { capacity: 'high-demand' }],
  [{ capacity: 'code-assist' }, { capacity: 'code-assist-429' }],
  [{}, { limits: 'bare' }],
  [{}, { retryDelay: 'whole' }],
  [{}, { retryAfter: true }],
  [{}, { quota: 'prepayment' }],
  [{ quota: 'prepayment' }, { quota: 'payment-required' }],
  [{}, { permission: 'region' }],
  [{}, { tooLarge: 'limit' }],
  [{}, { streamError: 'tail' }],
];
