import type { Ask, Caller, Outgoing, Reading } from '../../caller.ts';
import { errorSign, readError } from '../../read-error.ts';
import { type Fields, fieldsOf, numberOf, parsedJson, stringOf } from '../../reading/fields.ts';
import type { ErrorSign, Sign } from '../../reading/sign.ts';
import { type StreamEvent, sseReader } from '../../reading/stream-reader.ts';

/** The Responses interface as a client speaks it with OpenAI. */
export const responsesCaller = createResponsesCaller('/v1/responses');

export function createResponsesCaller(path: string): Caller {
  return {
    request: (ask) => responsesRequest(path, ask),
    whole: wholeResponse,
    stream: () => sseReader(responsesSign),
    authorization: (key) => ({ authorization: `Bearer ${key}` }),
  };
}

function responsesRequest(path: string, { model, text, stream, maxTokens }: Ask): Outgoing {
  const body = { model, input: text, ...(stream && { stream: true }), ...(maxTokens !== undefined && { max_output_tokens: maxTokens }) };
  return { path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** A response that came whole, or an error. */
function wholeResponse(status: number, headers: Readonly<Record<string, string>>, body: string): Reading {
  const facts = readError(status, headers, body);
  const reply = fieldsOf(parsedJson(body));
  if (reply?.object !== 'response') return { facts, tokens: 0 };
  const tokens = outputTokensOf(reply) ?? (hasContent(reply) ? 1 : 0);
  return { facts: { ...facts, afterTokens: tokens }, tokens };
}

const deltas = /^response\.(output_text|function_call_arguments|refusal|reasoning_text|reasoning_summary_text)\.delta$/;

/** What one event says: the response's own end is one of completed, incomplete and failed. */
function responsesSign({ data }: StreamEvent): Sign {
  const event = fieldsOf(parsedJson(data));
  if (event === undefined) return data.startsWith('[DONE]') ? {} : { unreadable: true };
  const type = stringOf(event.type) ?? '';
  const response = fieldsOf(event.response);
  if (deltas.test(type)) return { pieces: typeof event.delta === 'string' && event.delta !== '' ? 1 : 0 };
  if (type === 'response.completed' || type === 'response.incomplete')
    return { outputTokens: response && outputTokensOf(response), end: true };
  if (type === 'response.failed') return { error: errorSign(fieldsOf(response?.error) ?? { code: 'server_error' }) };
  const error = errorIn(event, type);
  return error === undefined ? {} : { error };
}

/** Nested under `error`, or flat in the event itself, whose `type` then only says that it is one. */
function errorIn(event: Fields, type: string): ErrorSign | undefined {
  const nested = fieldsOf(event.error);
  if (nested !== undefined) return errorSign(nested);
  return type === 'error' ? { ...errorSign(event), type: undefined } : undefined;
}

function outputTokensOf({ usage }: Fields): number | undefined {
  return numberOf(fieldsOf(usage)?.output_tokens);
}

function hasContent({ output }: Fields): boolean {
  return Array.isArray(output) && output.some((item) => fieldsOf(item)?.type === 'function_call' || Array.isArray(fieldsOf(item)?.content));
}
