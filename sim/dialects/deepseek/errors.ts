import type { Cause } from '../cause.ts';
import type { ErrorRow, ErrorShape } from '../error-table.ts';
import { limitRows, refusal, whole } from '../refusal.ts';
import { retryAfter } from '../retry-after.ts';

const code = 'invalid_request_error';

function limited(unit: string): ErrorRow {
  return refusal(429, { type: 'rate_limit_error', code: 'rate_limit_exceeded' }, ({ limit }) => {
    const figure = limit === undefined ? '' : ` (limit ${whole(limit)})`;
    return `Too many ${unit}${figure}. Please slow down.`;
  });
}

/**
 * The errors of DeepSeek, whose documentation has their statuses. UNVERIFIED: all bodies but that of the 402, and every
 * quota but the one on concurrency.
 */
export const deepseekErrors: Readonly<Record<Cause, ErrorRow>> = {
  capacity: refusal(
    503,
    { type: 'service_unavailable_error', code: 'service_unavailable_error' },
    'The server is overloaded due to high traffic. Please retry your request after a brief wait.',
  ),
  ...limitRows(limited),
  rate_limited: limited('requests'),
  // From the time a request is sent until its answer is complete.
  concurrent: limited('concurrent requests'),
  quota: refusal(402, { type: 'unknown_error', code }, 'Insufficient Balance'),
  auth: refusal(401, { type: 'authentication_error', code }, 'Authentication Fails'),
  permission: refusal(403, { type: 'permission_error', code }, 'Permission denied'),
  not_found: refusal(400, { type: code, code }, 'Model Not Exist'),
  client_error: refusal(422, { type: code, code }, 'Invalid parameters'),
  server_error: refusal(500, { type: 'server_error' }, 'The server encounters an issue. Please retry your request after a brief wait.'),
  context_length: refusal(400, { type: code, code }, ({ limit, requested }) =>
    limit === undefined
      ? "This model's maximum context length is exceeded. Please reduce the length of the messages or completion."
      : `This model's maximum context length is ${whole(limit)} tokens. However, you requested ${whole(requested)} tokens. Please reduce the length of the messages or completion.`,
  ),
  request_too_large: refusal(413, { type: code, code }, 'Request too large'),
};

export function deepseekShape(sendsWaits: boolean): ErrorShape {
  return {
    headers: { 'content-type': 'application/json', 'x-ds-trace-id': 'req_simulated' },
    body: ({ type, code: named, param }, message) => ({ error: { message, type, param: param ?? null, code: named ?? null } }),
    ...retryAfter(() => sendsWaits),
  };
}
