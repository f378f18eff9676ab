import type { Cause } from '../cause.ts';
import type { ErrorRow, ErrorShape } from '../error-table.ts';
import { fieldsOf, numberOf, stringOf } from '../reading/fields.ts';
import type { ErrorSign } from '../reading/sign.ts';
import { limitRows, refusal, whole } from '../refusal.ts';
import { retryAfter } from '../retry-after.ts';

/** Of whatever stands before the server: it has no limits of its own. */
function limited(unit: string): ErrorRow {
  return refusal(
    429,
    { type: 'rate_limited' },
    ({ limit }) => `Rate limit exceeded: ${limit === undefined ? '' : `${whole(limit)} `}${unit}`,
  );
}

/** The errors of text-generation-inference. UNVERIFIED: all that it has no reason to say, quotas, keys, models and money. */
export const tgiErrors: Readonly<Record<Cause, ErrorRow>> = {
  capacity: refusal(429, { type: 'overloaded' }, 'Model is overloaded'),
  ...limitRows(limited),
  concurrent: limited('concurrent requests'),
  quota: refusal(402, { type: 'insufficient_quota' }, 'The budget of your account is used up'),
  auth: refusal(401, { type: 'authentication_error' }, 'Unauthorized'),
  permission: refusal(403, { type: 'permission_denied' }, 'Forbidden'),
  not_found: refusal(404, { type: 'not_found' }, (_detail, model) => `Model ${model} not found`),
  client_error: refusal(422, { type: 'validation' }, 'Input validation error: invalid parameters'),
  server_error: refusal(424, { type: 'generation' }, 'Request failed during generation: Server error'),
  context_length: refusal(422, { type: 'validation' }, ({ limit, requested }) =>
    limit === undefined
      ? 'Input validation error: `inputs` tokens + `max_new_tokens` must be less'
      : `Input validation error: \`inputs\` tokens + \`max_new_tokens\` must be <= ${whole(limit)}. Given: ${whole(requested)}`,
  ),
  request_too_large: refusal(413, { type: 'validation' }, 'Input validation error: request too large'),
};

export function tgiShape(sendsWaits: boolean): ErrorShape {
  return {
    headers: { 'content-type': 'application/json' },
    body: ({ type }, message) => ({ error: message, error_type: type }),
    ...retryAfter(() => sendsWaits),
  };
}

/** `{ error, error_type }`; in the stream of a chat `{ error: { message, http_status_code } }`. */
export function tgiError(json: unknown): ErrorSign | undefined {
  const body = fieldsOf(json);
  if (typeof body?.error === 'string') return { type: stringOf(body.error_type), message: body.error };
  const error = fieldsOf(body?.error);
  if (error === undefined) return undefined;
  return { code: numberOf(error.http_status_code)?.toString(), message: stringOf(error.message) };
}
