import type { Cause } from '../cause.ts';
import type { ErrorRow, ErrorShape } from '../error-table.ts';
import { type Fields, fieldsOf, stringOf } from '../reading/fields.ts';
import type { ErrorSign } from '../reading/sign.ts';
import { refusal } from '../refusal.ts';
import { retryAfter } from '../retry-after.ts';

export type CapacityShape = 'plain' | 'coded' | 'unavailable';

export interface MistralOptions {
  readonly capacity: CapacityShape;
  readonly retryAfter: boolean;
}

const full = 'Service tier capacity exceeded for this model.';
const invalid = 'invalid_request_error';

const capacity: Readonly<Record<CapacityShape, ErrorRow>> = {
  plain: refusal(429, { type: invalid }, full),
  // Type and code from test data of others.
  coded: refusal(429, { type: 'service_tier_capacity_exceeded', code: '3505' }, full),
  // The status as Mistral's own engineers say it. UNVERIFIED: the body.
  unavailable: refusal(503, { type: 'service_tier_capacity_exceeded', code: '3505' }, full),
};

const limited = refusal(429, { type: 'rate_limited', code: '1300' }, 'Rate limit exceeded');

/** The errors of Mistral. UNVERIFIED: all but the capacity, the rate limit and the wrong key. */
export function mistralErrors(options: MistralOptions): Readonly<Record<Cause, ErrorRow>> {
  return {
    capacity: capacity[options.capacity],
    rate_limited: limited,
    requests: limited,
    tokens: limited,
    'input-tokens': limited,
    'output-tokens': limited,
    day: refusal(429, { type: 'rate_limited', code: '1300' }, 'Rate limit exceeded: requests per day'),
    concurrent: limited,
    // A month's limit is reported as a 429.
    quota: refusal(429, { type: 'insufficient_quota' }, 'Monthly usage limit reached'),
    // Of the gateway before it.
    auth: refusal(401, {}, 'Unauthorized'),
    permission: refusal(403, { type: 'forbidden' }, 'Forbidden'),
    not_found: refusal(400, { type: 'invalid_model', code: '1500' }, (_detail, model) => `Invalid model: ${model}`),
    client_error: refusal(422, { type: invalid }, 'Invalid request'),
    server_error: refusal(500, { type: 'internal_server_error' }, 'Internal server error'),
    context_length: refusal(400, { type: invalid, code: '3051' }, ({ limit, requested }) =>
      limit === undefined
        ? 'Prompt is too large for the maximum context length of the model'
        : `Prompt contains ${requested ?? 0} tokens, too large for model with ${limit} maximum context length`,
    ),
    request_too_large: refusal(429, { type: 'rate_limited', code: '1300' }, 'Request too large for the tokens of a minute'),
  };
}

/** Flat: nothing wraps the error. UNVERIFIED: any header. */
export function mistralShape(options: MistralOptions): ErrorShape {
  return {
    headers: { 'content-type': 'application/json', 'mistral-correlation-id': 'req_simulated' },
    body({ type, code, param, status }, message) {
      if (type === undefined) return { detail: message };
      const error = { object: 'error', message, type, param: param ?? null, code: code ?? null };
      return code === undefined ? error : { ...error, raw_status_code: status };
    },
    ...retryAfter(() => options.retryAfter),
  };
}

/** `{ object: 'error', message, type, code }`, and what its gateway says: `{ detail }` or `{ message }`. */
export function mistralError(json: unknown): ErrorSign | undefined {
  const body = fieldsOf(json);
  if (body === undefined || !(body.object === 'error' || isBare(body))) return undefined;
  return { type: stringOf(body.type), code: stringOf(body.code), message: stringOf(body.message) ?? stringOf(body.detail) };
}

function isBare({ object, detail, message }: Fields): boolean {
  return object === undefined && (typeof detail === 'string' || typeof message === 'string');
}
