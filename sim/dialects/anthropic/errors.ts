import type { Cause, ErrorDetail } from '../cause.ts';
import type { ErrorRow, ErrorShape } from '../error-table.ts';

const more = 'You may also contact sales at https://www.anthropic.com/contact-sales to discuss your options for a rate limit increase.';
const advice = `For details, refer to: https://docs.anthropic.com/en/api/rate-limits. You can see the response headers for current usage. Please reduce the prompt length or the maximum tokens requested, or try again later. ${more}`;

function limited(message: ErrorRow['message']): ErrorRow {
  return { status: 429, type: 'rate_limit_error', shouldRetry: true, message };
}

function limitedTo(unit: string): ErrorRow {
  return limited(({ limit }: ErrorDetail) => {
    const figure = limit === undefined ? unit : `${thousands(limit)} ${unit}`;
    return `This request would exceed the rate limit for your organization (00000000-0000-0000-0000-000000000000) of ${figure}. ${advice}`;
  });
}

/** 20000 as 20,000. */
function thousands(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');
}

function refusal(status: number, type: string, message: ErrorRow['message'], code?: string): ErrorRow {
  return { status, type, code, message };
}

const perMinute = limitedTo('requests per minute');

/** The errors of Anthropic's messages interface. A `code` stands in `error.details.error_code`. */
export const anthropicErrors: Readonly<Record<Cause, ErrorRow>> = {
  // Often without a wait. UNVERIFIED: that a 529 carries x-should-retry.
  capacity: { status: 529, type: 'overloaded_error', shouldRetry: true, message: () => 'Overloaded' },
  rate_limited: perMinute,
  requests: perMinute,
  // Anthropic counts input and output apart; a scenario may still limit them together.
  tokens: limitedTo('tokens per minute'),
  'input-tokens': limitedTo('input tokens per minute'),
  'output-tokens': limitedTo('output tokens per minute'),
  // UNVERIFIED: no daily limit is documented. One that is used up asks for no retry, as the spending limit below.
  day: { ...limitedTo('requests per day'), shouldRetry: undefined },
  concurrent: limited(
    () =>
      'Number of concurrent connections has exceeded your rate limit. Please try again later or contact sales at https://www.anthropic.com/contact-sales to discuss your options for a rate limit increase.',
  ),
  // UNVERIFIED: that it comes without x-should-retry.
  quota: refusal(
    429,
    'rate_limit_error',
    () =>
      "You have reached your API usage limits: your organization has crossed its monthly API usage threshold, set based on your organization's API tier. You will regain access on 2026-09-01 at 00:00 UTC.",
    'enforced_spend_limit_reached',
  ),
  // UNVERIFIED: the texts of these three.
  auth: refusal(401, 'authentication_error', () => 'invalid x-api-key'),
  permission: refusal(403, 'permission_error', () => 'Your API key does not have permission to use the specified resource.'),
  not_found: refusal(404, 'not_found_error', (_detail, model) => `model: ${model}`),
  // UNVERIFIED: the text; there is one for every parameter.
  client_error: refusal(400, 'invalid_request_error', () => 'Invalid request.'),
  server_error: refusal(500, 'api_error', () => 'Internal server error'),
  // UNVERIFIED: the text.
  context_length: refusal(400, 'invalid_request_error', ({ limit, requested }) =>
    limit === undefined ? 'prompt is too long' : `prompt is too long: ${Math.round(requested ?? 0)} tokens > ${Math.round(limit)} maximum`,
  ),
  // Documented for bodies above 32 MB. UNVERIFIED: what answers a request that is larger than the whole rate limit.
  request_too_large: refusal(413, 'request_too_large', () => 'Request exceeds the maximum size'),
};

/** `retry-after` has whole seconds, rounded up: earlier retries fail. */
export const anthropicShape: ErrorShape = {
  event: 'error',
  headers: { 'content-type': 'application/json', 'request-id': 'req_simulated' },
  body({ type, code }, message, form, { requestId = 'req_simulated' }) {
    const details = code === undefined ? null : { error_code: code };
    if (form === 'stream') return { type: 'error', error: details === null ? { type, message } : { details, type, message } };
    return { type: 'error', error: { details, type, message }, request_id: requestId };
  },
  waitHeaders: (waitMs) => ({ 'retry-after': String(Math.ceil(waitMs / 1000)) }),
  saidWaitMs: (waitMs) => Math.ceil(waitMs / 1000) * 1000,
};
