import { type NoOptions, noOptions } from '../../kernel/no-options.ts';
import { define } from '../../kernel/plugin.ts';
import type { Dialect } from '../dialect.ts';
import { createErrorTable } from '../error-table.ts';
import { openaiApi } from './api.ts';
import { chatCaller } from './chat-caller.ts';
import { openaiErrors, openaiShape } from './errors.ts';

export const openai = define<NoOptions, Dialect>({
  name: 'openai',
  summary: 'OpenAI chat completions: at capacity is a 503 server_is_overloaded or the same error inside a 200 stream',
  options: noOptions,
  examples: [],
  create: () => ({
    name: 'openai',
    errors: (model) => createErrorTable(openaiErrors, openaiShape, model),
    api: openaiApi,
    caller: chatCaller,
  }),
});
