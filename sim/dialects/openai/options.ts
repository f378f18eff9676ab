import { z } from 'zod';

/** Causes that have several published shapes, and what nobody has verified. */
export const openaiOptions = z
  .strictObject({
    capacity: z
      .enum(['overloaded', 'slow-down', 'slow-down-503', 'engine', 'bad-request'])
      .default('overloaded')
      .describe(
        'No capacity: overloaded is a 503 server_is_overloaded, slow-down a 429 slow_down and slow-down-503 the same as a 503, engine the 503 server_error of old, bad-request a 400 that says so in its text alone',
      )
      .meta({ examples: ['slow-down'] }),
    quota: z
      .enum([
        'insufficient_quota',
        'credit_balance_exhausted',
        'organization_spend_limit_exceeded',
        'project_spend_limit_exceeded',
        'organization_usage_limit_exceeded',
        'usage_limit_reached',
      ])
      .default('insufficient_quota')
      .describe('Code of a quota that is used up; usage_limit_reached, of a plan, says in its body in how many seconds it resets')
      .meta({ examples: ['credit_balance_exhausted'] }),
    retryAfter: z
      .enum(['both', 'seconds', 'text'])
      .default('both')
      .describe(
        'Where a wait is said: in retry-after and retry-after-ms, in retry-after alone, or only in the text of a rate limit. UNVERIFIED: retry-after-ms',
      )
      .meta({ examples: ['seconds'] }),
    shouldRetry: z
      .boolean()
      .optional()
      .describe('Sends x-should-retry with every error; by default none has it. UNVERIFIED: that one ever has')
      .meta({ examples: [true] }),
    freeTier: z
      .boolean()
      .default(false)
      .describe('The text of a limit on requests advises to add a payment method, as that of the first tier does')
      .meta({ examples: [true] }),
    auth: z
      .enum(['invalid_api_key', 'ip_not_authorized'])
      .default('invalid_api_key')
      .describe('Code of a 401')
      .meta({ examples: ['ip_not_authorized'] }),
    serverErrorCode: z
      .boolean()
      .default(false)
      .describe('Gives a 500 the code server_error; by default it has none. Both are seen')
      .meta({ examples: [true] }),
    streamError: z
      .enum(['error-and-failed', 'flat', 'failed', 'exhausted', 'error'])
      .default('error-and-failed')
      .describe(
        'An error in a stream of the Responses interface: error-and-failed is a nested error event and response.failed, flat one error event as the published schema has it, failed only response.failed, exhausted the first with the header x-retry-metadata in its error, error the nested event and no more',
      )
      .meta({ examples: ['flat'] }),
  })
  .describe('Which of the published shapes its errors have')
  .meta({ examples: [{ capacity: 'slow-down' }] });

export type OpenaiOptions = z.output<typeof openaiOptions>;

/** Those of a server that says nothing else. */
export const openaiDefaults: OpenaiOptions = openaiOptions.parse({});

/** Pairs that differ in one option each. */
export const openaiExamples: readonly (readonly [unknown, unknown])[] = [
  [{}, { capacity: 'slow-down' }],
  [{}, { quota: 'usage_limit_reached' }],
  [{}, { retryAfter: 'seconds' }],
  [{}, { shouldRetry: true }],
  [{}, { freeTier: true }],
  [{}, { auth: 'ip_not_authorized' }],
  [{}, { serverErrorCode: true }],
  [{}, { streamError: 'flat' }],
];
