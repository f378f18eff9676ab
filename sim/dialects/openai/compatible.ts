import type { Api } from '../api.ts';
import type { Cause } from '../cause.ts';
import type { Dialect } from '../dialect.ts';
import type { Headers } from '../error-reply.ts';
import { createErrorTable, type ErrorRow, type ErrorShape } from '../error-table.ts';
import type { FindError } from '../read-error.ts';
import { createChatCaller } from './chat-caller.ts';
import { chatEndpoint } from './chat-endpoint.ts';
import type { ChatStyle } from './chat-style.ts';
import { modelsAt } from './models-at.ts';
import { wordsOf } from './own-words.ts';

/** A dialect that speaks chat completions as OpenAI does, and says its errors in its own way. */
export interface CompatibleSpec {
  readonly name: string;
  readonly keyVariable: string;
  readonly rows: Readonly<Record<Cause, ErrorRow>>;
  readonly shape: ErrorShape;
  readonly style: ChatStyle;
  /** Of chat completions; a client takes the first. */
  readonly paths: readonly [string, ...string[]];
  /** Of the list of models. */
  readonly modelsPath: string;
  /** Where its errors are; default: where OpenAI has them. */
  readonly find?: FindError | undefined;
  /** A stream says its usage only to those who ask; default true. */
  readonly asksUsage?: boolean | undefined;
  /** The header that identifies a request. */
  readonly requestId: (id: string) => Headers;
  readonly quotaHeaders?: Api['quotaHeaders'] | undefined;
  readonly keepAlive?: Api['keepAlive'];
}

export function createCompatible(spec: CompatibleSpec): Dialect {
  const { name, keyVariable, rows, shape, style, paths, find, asksUsage, keepAlive, quotaHeaders = () => ({}) } = spec;
  const { reword, misuse } = wordsOf(rows, shape);
  const api: Api = {
    endpoints: paths.map((path) => chatEndpoint(path, { style, reword })),
    ...modelsAt(spec.modelsPath),
    misuse,
    requestId: spec.requestId,
    quotaHeaders,
    keepAlive,
  };
  return {
    name,
    keyVariable,
    errors: (model) => createErrorTable(rows, shape, model),
    api,
    caller: createChatCaller(paths[0], { find, asksUsage }),
  };
}
