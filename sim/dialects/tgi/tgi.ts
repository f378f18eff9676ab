import { z } from 'zod';
import { define } from '../../kernel/plugin.ts';
import type { Dialect } from '../dialect.ts';
import { createErrorTable } from '../error-table.ts';
import { wordsOf } from '../openai/own-words.ts';
import { retryAfterOption } from '../retry-after-option.ts';
import { tgiApi } from './api.ts';
import { tgiErrors, tgiShape } from './errors.ts';
import { generationCaller } from './generation-caller.ts';

const options = z
  .strictObject({ retryAfter: retryAfterOption })
  .describe('Text-generation-inference')
  .meta({ examples: [{ retryAfter: true }] });

export const tgi = define<{ readonly retryAfter: boolean }, Dialect>({
  name: 'tgi',
  summary: 'Text-generation-inference: at capacity is a 429 for a plain request, an error inside a 200 for every stream',
  options,
  examples: [[{ retryAfter: false }, { retryAfter: true }]],
  create({ retryAfter }) {
    const shape = tgiShape(retryAfter);
    return {
      name: 'tgi',
      keyVariable: 'HF_TOKEN',
      errors: (model) => ({ ...createErrorTable(tgiErrors, shape, model), refusesInStream: true }),
      api: tgiApi(wordsOf(tgiErrors, shape)),
      caller: generationCaller,
    };
  },
});
