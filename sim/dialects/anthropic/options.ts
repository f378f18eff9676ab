import { z } from 'zod';

const saysRetry = z.enum(['yes', 'no', 'unsaid']);

/** Causes that have several published shapes, and what nobody has seen; each default is what is seen most. */
export const anthropicOptions = z
  .strictObject({
    capacity: z
      .enum(['overloaded', 'api-error'])
      .default('overloaded')
      .describe('No capacity: overloaded is a 529 overloaded_error, api-error a 500 api_error that says "Overloaded"; both are seen')
      .meta({ examples: ['api-error'] }),
    capacityShouldRetry: saysRetry
      .default('yes')
      .describe('The header x-should-retry of that refusal: true, false or none. UNVERIFIED: that it has one')
      .meta({ examples: ['unsaid'] }),
    capacityRetryAfter: z
      .boolean()
      .default(true)
      .describe("Sends the scenario's retryAfter with that refusal. UNVERIFIED: that it ever has one")
      .meta({ examples: [false] }),
    rateLimited: z
      .enum(['requests', 'acceleration'])
      .default('requests')
      .describe('A rate limit that nobody counted: requests a minute, or usage that grows too fast')
      .meta({ examples: ['acceleration'] }),
    quota: z
      .enum(['tier', 'own-limit', 'credit', 'billing'])
      .default('tier')
      .describe("Money: the tier's monthly cap (429), a limit set by oneself (400), no credit left (400), a billing_error (402)")
      .meta({ examples: ['credit'] }),
    quotaShouldRetry: saysRetry
      .default('unsaid')
      .describe('The header x-should-retry of that refusal: true, false or none. UNVERIFIED: that it has none')
      .meta({ examples: ['no'] }),
    tooLarge: z
      .enum(['request-too-large', 'rate-limit'])
      .default('request-too-large')
      .describe('A request larger than the whole rate limit: a 413, or a 429 that never passes. UNVERIFIED: which of them')
      .meta({ examples: ['rate-limit'] }),
    serverError: z
      .enum(['internal', 'timeout'])
      .default('internal')
      .describe('A failure inside: a 500 api_error, or a timeout_error. UNVERIFIED: that its status is 504')
      .meta({ examples: ['timeout'] }),
    streamError: z
      .enum(['documented', 'captured'])
      .default('documented')
      .describe('An error in a stream: type and text as documented, or all that the body of a refusal has. UNVERIFIED: which of them')
      .meta({ examples: ['captured'] }),
  })
  .describe('Which of the published shapes its errors have')
  .meta({ examples: [{ capacity: 'api-error' }] });

export type AnthropicOptions = z.output<typeof anthropicOptions>;

/** Pairs that differ in one option each. */
export const anthropicExamples: readonly (readonly [unknown, unknown])[] = [
  [{}, { capacity: 'api-error' }],
  [{}, { capacityShouldRetry: 'unsaid' }],
  [{}, { capacityRetryAfter: false }],
  [{}, { rateLimited: 'acceleration' }],
  [{}, { quota: 'own-limit' }],
  [{ quota: 'credit' }, { quota: 'billing' }],
  [{}, { quotaShouldRetry: 'no' }],
  [{}, { tooLarge: 'rate-limit' }],
  [{}, { serverError: 'timeout' }],
  [{}, { streamError: 'captured' }],
];
