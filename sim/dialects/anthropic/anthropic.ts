import { type NoOptions, noOptions } from '../../kernel/no-options.ts';
import { define } from '../../kernel/plugin.ts';
import type { Dialect } from '../dialect.ts';
import { createErrorTable } from '../error-table.ts';
import { anthropicErrors, anthropicShape } from './errors.ts';

export const anthropic = define<NoOptions, Dialect>({
  name: 'anthropic',
  summary: 'Anthropic messages: at capacity is a 529 overloaded_error or the same error inside a 200 stream',
  options: noOptions,
  examples: [],
  create: () => ({ name: 'anthropic', errors: (model) => createErrorTable(anthropicErrors, anthropicShape, model) }),
});
