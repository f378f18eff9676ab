import { z } from 'zod';

/** Causes that have several published shapes, and what nobody has verified. */
export const azureOptions = z
  .strictObject({
    interface: z
      .enum(['deployments', 'chat', 'responses'])
      .default('deployments')
      .describe(
        'What a client of ours calls: chat completions of a deployment, chat completions below /openai/v1, or Responses. All are served',
      )
      .meta({ examples: ['responses'] }),
    rateLimited: z
      .enum(['current', 'older'])
      .default('current')
      .describe('The text of a rate limit: current has the code RateLimitReached, older the code 429')
      .meta({ examples: ['older'] }),
    capacity: z
      .enum(['too-many-requests', 'bad-request'])
      .default('too-many-requests')
      .describe('A deployment in high demand: a 429, or a 400 as some have it. UNVERIFIED: what stands around its text')
      .meta({ examples: ['bad-request'] }),
    clientError: z
      .enum(['invalid', 'content-filter'])
      .default('invalid')
      .describe('A 400: a parameter that is wrong, or content that is filtered. UNVERIFIED: the body of the latter')
      .meta({ examples: ['content-filter'] }),
    tooLarge: z
      .enum(['too-large', 'rate-limit'])
      .default('too-large')
      .describe(
        'A request larger than the whole rate limit: told so, or no more than that the limit is exceeded, so that clients try again in vain. UNVERIFIED: which of them',
      )
      .meta({ examples: ['rate-limit'] }),
    headers: z
      .enum(['current', 'older', 'junk'])
      .default('current')
      .describe(
        'What a rate limit says in headers: current retry-after and retry-after-ms, older x-rate-limit-reset-tokens in seconds instead, junk no wait at all and -1 and 0 for what is left',
      )
      .meta({ examples: ['junk'] }),
  })
  .describe('Which of the published shapes its errors have')
  .meta({ examples: [{ capacity: 'bad-request' }] });

export type AzureOptions = z.output<typeof azureOptions>;

/** Pairs that differ in one option each. */
export const azureExamples: readonly (readonly [unknown, unknown])[] = [
  [{}, { interface: 'responses' }],
  [{}, { rateLimited: 'older' }],
  [{}, { capacity: 'bad-request' }],
  [{}, { clientError: 'content-filter' }],
  [{}, { tooLarge: 'rate-limit' }],
  [{}, { headers: 'junk' }],
];
