import type { Ask, Caller, Outgoing, Reading } from '../../caller.ts';
import { errorSign, readError } from '../../read-error.ts';
import { type Fields, fieldsOf, numberOf, parsedJson, stringOf } from '../../reading/fields.ts';
import type { ErrorSign, Sign } from '../../reading/sign.ts';
import { type StreamEvent, sseReader } from '../../reading/stream-reader.ts';
import { wholeReading } from '../../reading/whole-reading.ts';

/** The Responses interface as a client speaks it with OpenAI. */
export const responsesCaller = createResponsesCaller('/v1/responses');

export function createResponsesCaller(path: string): Caller {
  return {
    request: (ask) => responsesRequest(path, ask),
    whole: wholeResponse,
    stream: (_headers, keepText) => sseReader(responsesSign, keepText),
    authorization: (key) => ({ authorization: `Bearer ${key}` }),
  };
}

function responsesRequest(path: string, { model, text, stream, maxTokens }: Ask): Outgoing {
  const body = { model, input: text, ...(stream && { stream: true }), ...(maxTokens !== undefined && { max_output_tokens: maxTokens }) };
  return { path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** A response that came whole, or an error. */
function wholeResponse(status: number, headers: Readonly<Record<string, string>>, body: string, keepText = false): Reading {
  const facts = readError(status, headers, body);
  const reply = fieldsOf(parsedJson(body));
  if (reply?.object !== 'response') return { facts, tokens: 0 };
  const tokens = outputTokensOf(reply) ?? (hasContent(reply) ? 1 : 0);
  return wholeReading(facts, tokens, keepText ? textOf(reply) : undefined);
}

/** The text of all its messages; undefined where a tool is called. */
function textOf({ output }: Fields): string | undefined {
  const items = Array.isArray(output) ? output.map(fieldsOf) : [];
  if (items.some((item) => item?.type === 'function_call')) return undefined;
  const parts = items.flatMap((item) => (item?.type === 'message' && Array.isArray(item.content) ? item.content.map(fieldsOf) : []));
  return parts.map((part) => (part?.type === 'output_text' ? (stringOf(part.text) ?? '') : '')).join('');
}

const deltas = /^response\.(output_text|function_call_arguments|refusal|reasoning_text|reasoning_summary_text)\.delta$/;

/** What one event says: the response's own end is one of completed, incomplete and failed. */
function responsesSign({ data }: StreamEvent): Sign {
  const event = fieldsOf(parsedJson(data));
  if (event === undefined) return data.startsWith('[DONE]') ? {} : { unreadable: true };
  const type = stringOf(event.type) ?? '';
  const response = fieldsOf(event.response);
  if (deltas.test(type)) {
    const delta = stringOf(event.delta) ?? '';
    const text = type === 'response.output_text.delta' ? delta : '';
    return { pieces: delta === '' ? 0 : 1, text, call: type === 'response.function_call_arguments.delta' };
  }
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
