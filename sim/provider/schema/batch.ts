import { z } from 'zod';
import { count, duration, share } from '../../kernel/units.ts';
import type { BatchSpec } from '../spec.ts';

const queued = z
  .strictObject({
    tokens: count(1)
      .optional()
      .describe('Input tokens of one model; an OpenAI batch beyond it fails')
      .meta({ examples: [2000000] }),
    requests: count(1)
      .optional()
      .describe('Requests; an Anthropic batch beyond it is refused')
      .meta({ examples: [100000] }),
  })
  .prefault({})
  .describe('Most that may be waiting or running in all batches together; no bound by default')
  .meta({ examples: [{ tokens: 2000000 }] });

/** `batch:` of a provider: how `serve` works through batches; `run` has none. */
export const batchSchema = z
  .strictObject({
    spare: share
      .default(0.2)
      .describe("Share of a pool's slots that batches leave free, rounded down to whole slots")
      .meta({ examples: [0.2] }),
    window: duration
      .prefault('24h')
      .describe('After which a request of a batch that has no answer expires')
      .meta({ examples: ['24h'] }),
    price: share
      .default(0.5)
      .describe('Share of `usdPerMillion` that a batch costs')
      .meta({ examples: [0.5] }),
    queued,
  })
  .describe('Batches that `serve` takes: their requests have slots that nobody else wants, and no quota of live requests')
  .meta({ examples: [{ spare: 0.2 }] });

/** Where a scenario says nothing: a day and half of the price, as OpenAI and Anthropic publish them. */
export const usualBatch: BatchSpec = batchSchema.parse({});
