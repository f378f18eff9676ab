import { define } from '../../kernel/plugin.ts';
import type { Dialect } from '../dialect.ts';
import type { ErrorShape } from '../error-table.ts';
import { createErrorTable } from '../error-table.ts';
import { openaiApi } from '../openai/api.ts';
import { openaiBatches } from '../openai/batches/openai-batches.ts';
import { errorsOf } from '../openai/errors.ts';
import { type OpenaiOptions, openaiExamples, openaiOptions } from '../openai/options.ts';
import { responsesCaller } from '../openai/responses/responses-caller.ts';
import { codeInStream } from '../openai/responses/stream-error.ts';
import { shapeOf } from '../openai/shape.ts';

export const openaiResponses = define<OpenaiOptions, Dialect>({
  name: 'openai-responses',
  summary: 'OpenAI, called by the Responses interface: in a stream at capacity is an error event and response.failed, or one of them',
  options: openaiOptions,
  examples: openaiExamples,
  create(options) {
    const [rows, shape, api] = [errorsOf(options), responsesShape(options), openaiApi(options)];
    return {
      name: 'openai-responses',
      keyVariable: 'OPENAI_API_KEY',
      errors: (model) => createErrorTable(rows, shape, model),
      api,
      batches: openaiBatches(api.endpoints),
      caller: responsesCaller,
    };
  },
});

/** In a stream the flat event and `response.failed` have a code and a text, no type and no further fields. */
function responsesShape(options: OpenaiOptions): ErrorShape {
  const shape = shapeOf(options);
  const nested = options.streamError !== 'flat' && options.streamError !== 'failed';
  if (nested) return shape;
  return {
    ...shape,
    bodyWaitMs: (detail, row, form) => (form === 'stream' ? undefined : shape.bodyWaitMs?.(detail, row, form)),
    inStream: (row) => ({ ...row, type: undefined, code: codeInStream(row) }),
  };
}
