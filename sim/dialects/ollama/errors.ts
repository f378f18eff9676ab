import type { Cause } from '../cause.ts';
import type { ErrorReply } from '../error-reply.ts';
import type { ErrorRow, ErrorShape } from '../error-table.ts';
import { fieldsOf, stringOf } from '../reading/fields.ts';
import type { ErrorSign } from '../reading/sign.ts';
import { limitRows, refusal, whole } from '../refusal.ts';
import { retryAfter } from '../retry-after.ts';

/** A text and nothing else. */
function said(status: number, message: string | ErrorRow['message']): ErrorRow {
  return refusal(status, {}, message);
}

/** Of whatever stands before the server: it has no limits of its own. */
function limited(unit: string): ErrorRow {
  return said(429, ({ limit }) => `too many requests: ${limit === undefined ? '' : `${whole(limit)} `}${unit}`);
}

/** The errors of Ollama. UNVERIFIED: all that it has no reason to say, quotas, keys and money. */
export const ollamaErrors: Readonly<Record<Cause, ErrorRow>> = {
  capacity: said(503, 'server busy, please try again.  maximum pending requests exceeded'),
  ...limitRows(limited),
  concurrent: limited('concurrent requests'),
  quota: said(402, 'insufficient balance'),
  auth: said(401, 'unauthorized'),
  permission: said(403, 'forbidden'),
  not_found: said(404, (_detail, model) => `model "${model}" not found, try pulling it first`),
  client_error: said(400, 'invalid request'),
  server_error: said(500, 'an error was encountered while running the model'),
  context_length: said(400, 'input length exceeds maximum context length'),
  request_too_large: said(413, 'request too large'),
};

export function ollamaShape(sendsWaits: boolean): ErrorShape {
  return {
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: (_row, message) => ({ error: message }),
    ...retryAfter(() => sendsWaits),
  };
}

/** `{ error }`; below /v1 as OpenAI wraps it. */
export function ollamaError(json: unknown): ErrorSign | undefined {
  const error = fieldsOf(json)?.error;
  if (typeof error === 'string') return { message: error };
  const wrapped = fieldsOf(error);
  return wrapped === undefined ? undefined : { type: stringOf(wrapped.type), message: stringOf(wrapped.message) };
}

const types: Readonly<Record<number, string>> = { 400: 'invalid_request_error', 404: 'not_found_error' };

/** The same below /v1, where chats are as OpenAI has them. */
export function asOpenai(reply: ErrorReply): ErrorReply {
  const message = fieldsOf(reply.body)?.error;
  if (typeof message !== 'string') return reply;
  return { ...reply, body: { error: { message, type: types[reply.status] ?? 'api_error', param: null, code: null } } };
}
