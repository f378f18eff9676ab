import type { Dialect } from '../dialect.ts';
import { createErrorTable } from '../error-table.ts';
import { openaiErrors, openaiShape } from './errors.ts';

export const openai: Dialect = {
  name: 'openai',
  summary: 'OpenAI chat completions: at capacity is a 503 server_is_overloaded or the same error inside a 200 stream',
  errors: (model) => createErrorTable(openaiErrors, openaiShape, model),
};
