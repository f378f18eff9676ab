import { type Fields, fieldsOf, stringOf } from '../../reading/fields.ts';
import type { OpenaiOptions } from '../options.ts';

/** One event of a stream: its name is also its `type`. */
export type WriteEvent = (type: string, data: object) => string;

/** An error as the Responses interface has it. */
export interface SaidError {
  readonly code: string;
  readonly message: string;
}

/** The events in which an error ends a stream; `failed` makes the response with the error in it. */
export type SayError = (body: unknown, write: WriteEvent, failed: (error: SaidError) => object) => string;

/** The code of an error, else its type: here there is no other name. */
export function codeInStream({
  code,
  type,
}: {
  readonly code?: string | undefined;
  readonly type?: string | undefined;
}): string | undefined {
  return code ?? type;
}

/** As OpenAI says it, in one of the published forms. */
export function streamError(form: OpenaiOptions['streamError']): SayError {
  return (body, write, failed) => {
    const error = fieldsOf(fieldsOf(body)?.error) ?? {};
    const message = stringOf(error.message) ?? JSON.stringify(body);
    const code = codeInStream({ code: stringOf(error.code), type: stringOf(error.type) }) ?? 'server_error';
    if (form === 'flat') return write('error', { code, message, param: error.param ?? null });
    const end = () => write('response.failed', { response: failed({ code, message }) });
    if (form === 'failed') return end();
    const nested = write('error', { error: nestedError(error, form === 'exhausted') });
    return form === 'error' ? nested : nested + end();
  };
}

/** The members in the order of the captures, and whatever else the error has. */
function nestedError({ type, code = null, message, param = null, ...more }: Fields, exhausted: boolean): object {
  // The provider's gateway has tried again itself, and gave up.
  const headers = exhausted ? { headers: { 'x-retry-metadata': 'NO_MORE_RETRY' } } : {};
  return { type, code, ...headers, message, param, ...more };
}
