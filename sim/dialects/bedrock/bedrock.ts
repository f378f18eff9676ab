import { z } from 'zod';
import { define } from '../../kernel/plugin.ts';
import type { Dialect } from '../dialect.ts';
import { createErrorTable } from '../error-table.ts';
import { wordsOf } from '../openai/own-words.ts';
import { retryAfterOption } from '../retry-after-option.ts';
import { bedrockApi } from './api.ts';
import { converseCaller } from './converse-caller.ts';
import { type BedrockOptions, bedrockErrors, bedrockShape } from './errors.ts';

const options = z
  .strictObject({
    capacity: z
      .enum(['unavailable', 'not-ready'])
      .default('unavailable')
      .describe('How it says that it is full: unavailable is a 503, not-ready the 429 of a model that is being started')
      .meta({ examples: ['not-ready'] }),
    serverError: z
      .enum(['internal', 'model', 'model-stream', 'timeout'])
      .default('internal')
      .describe('A failure inside: a 500; a 424 of the model or of its stream; the 408 of a model that took too long')
      .meta({ examples: ['model'] }),
    retryAfter: retryAfterOption,
  })
  .describe('Bedrock')
  .meta({ examples: [{ capacity: 'not-ready' }] });

export const bedrock = define<BedrockOptions, Dialect>({
  name: 'bedrock',
  summary: 'Bedrock converse: errors are named in a header, inside a binary stream in a message of its own; at capacity is a 503',
  options,
  examples: [
    [{ capacity: 'unavailable' }, { capacity: 'not-ready' }],
    [{ serverError: 'internal' }, { serverError: 'model' }],
    [{ serverError: 'model-stream' }, { serverError: 'timeout' }],
    [{ retryAfter: false }, { retryAfter: true }],
  ],
  create(chosen) {
    const [rows, shape] = [bedrockErrors(chosen), bedrockShape(chosen)];
    return {
      name: 'bedrock',
      keyVariable: 'AWS_BEARER_TOKEN_BEDROCK',
      errors: (model) => createErrorTable(rows, shape, model),
      api: bedrockApi(wordsOf(rows, shape)),
      caller: converseCaller,
    };
  },
});
