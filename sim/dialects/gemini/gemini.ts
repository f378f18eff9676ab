import { define } from '../../kernel/plugin.ts';
import type { Dialect } from '../dialect.ts';
import { createErrorTable } from '../error-table.ts';
import { geminiApi } from './api.ts';
import { contentCaller } from './content-caller.ts';
import { geminiErrors } from './error-rows.ts';
import { geminiShape } from './error-shape.ts';
import { type GeminiOptions, geminiExamples, geminiOptions } from './options.ts';

export const gemini = define<GeminiOptions, Dialect>({
  name: 'gemini',
  summary: 'Gemini: at capacity is a 503 UNAVAILABLE or the same error inside a 200 stream; waits stand in the body',
  options: geminiOptions,
  examples: geminiExamples,
  create(options) {
    const rows = geminiErrors(options);
    return {
      name: 'gemini',
      keyVariable: 'GEMINI_API_KEY',
      errors: (model) => createErrorTable(rows, geminiShape(model, options), model),
      api: geminiApi(options),
      caller: contentCaller,
    };
  },
});
