import { define } from '../../kernel/plugin.ts';
import type { Dialect } from '../dialect.ts';
import { createErrorTable } from '../error-table.ts';
import { anthropicApi } from './api.ts';
import { anthropicBatches } from './batches/anthropic-batches.ts';
import { anthropicErrors, anthropicShape } from './errors.ts';
import { messagesCaller } from './messages-caller.ts';
import { type AnthropicOptions, anthropicExamples, anthropicOptions } from './options.ts';

export const anthropic = define<AnthropicOptions, Dialect>({
  name: 'anthropic',
  summary: 'Anthropic messages: at capacity is a 529 overloaded_error or the same error inside a 200 stream',
  options: anthropicOptions,
  examples: anthropicExamples,
  create(options) {
    const [rows, shape, api] = [anthropicErrors(options), anthropicShape(options), anthropicApi(options)];
    return {
      name: 'anthropic',
      keyVariable: 'ANTHROPIC_API_KEY',
      errors: (model) => createErrorTable(rows, shape, model),
      api,
      batches: anthropicBatches(api.endpoints[0]),
      caller: messagesCaller,
    };
  },
});
