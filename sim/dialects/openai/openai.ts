import { define } from '../../kernel/plugin.ts';
import type { Dialect } from '../dialect.ts';
import { createErrorTable } from '../error-table.ts';
import { openaiApi } from './api.ts';
import { openaiBatches } from './batches/openai-batches.ts';
import { chatCaller } from './chat-caller.ts';
import { errorsOf } from './errors.ts';
import { type OpenaiOptions, openaiExamples, openaiOptions } from './options.ts';
import { shapeOf } from './shape.ts';

export const openai = define<OpenaiOptions, Dialect>({
  name: 'openai',
  summary: 'OpenAI, called by chat completions: at capacity is a 503 server_is_overloaded or the same error inside a 200 stream',
  options: openaiOptions,
  examples: openaiExamples,
  create(options) {
    const [rows, shape, api] = [errorsOf(options), shapeOf(options), openaiApi(options)];
    return {
      name: 'openai',
      keyVariable: 'OPENAI_API_KEY',
      errors: (model) => createErrorTable(rows, shape, model),
      api,
      batches: openaiBatches(api.endpoints),
      caller: chatCaller,
    };
  },
});
