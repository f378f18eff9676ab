import type { Cause, ErrorDetail } from '../cause.ts';
import type { Headers } from '../error-reply.ts';
import type { ErrorRow, ErrorShape } from '../error-table.ts';
import type { AnthropicOptions } from './options.ts';

const organization = '00000000-0000-0000-0000-000000000000';
const more = 'You may also contact sales at https://www.anthropic.com/contact-sales to discuss your options for a rate limit increase.';
const advice = `For details, refer to: https://docs.anthropic.com/en/api/rate-limits. You can see the response headers for current usage. Please reduce the prompt length or the maximum tokens requested, or try again later. ${more}`;

function limited(message: ErrorRow['message']): ErrorRow {
  return { status: 429, type: 'rate_limit_error', shouldRetry: true, message };
}

function limitedTo(unit: string): ErrorRow {
  return limited(({ limit }: ErrorDetail) => {
    const figure = limit === undefined ? unit : `${thousands(limit)} ${unit}`;
    return `This request would exceed the rate limit for your organization (${organization}) of ${figure}. ${advice}`;
  });
}

/** 20000 as 20,000. */
function thousands(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');
}

function refusal(status: number, type: string, message: ErrorRow['message'], code?: string): ErrorRow {
  return { status, type, code, message };
}

function invalid(message: string): ErrorRow {
  return refusal(400, 'invalid_request_error', () => message);
}

const perMinute = limitedTo('requests per minute');

/** UNVERIFIED: its `retry-after`. */
const acceleration = limited(
  () =>
    `This request would exceed your organization's (${organization}) maximum usage increase rate for input tokens per minute. Please scale up your input tokens usage more gradually to stay within the acceleration limit. For details, refer to: https://docs.claude.com/en/api/rate-limits.`,
);

const serverErrors: Readonly<Record<AnthropicOptions['serverError'], ErrorRow>> = {
  internal: refusal(500, 'api_error', () => 'Internal server error'),
  // UNVERIFIED: status and text.
  timeout: refusal(504, 'timeout_error', () => 'Request timed out'),
};

/** Documented for bodies above 32 MB. */
const tooLarge = refusal(413, 'request_too_large', () => 'Request exceeds the maximum size');

const regain = 'You will regain access on 2026-09-01 at 00:00 UTC.';

const usedUp: Readonly<Record<AnthropicOptions['quota'], ErrorRow>> = {
  tier: refusal(
    429,
    'rate_limit_error',
    () =>
      `You have reached your API usage limits: your organization has crossed its monthly API usage threshold, set based on your organization's API tier. ${regain}`,
    'enforced_spend_limit_reached',
  ),
  'own-limit': invalid(`You have reached your specified API usage limits. ${regain}`),
  credit: invalid(
    'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
  ),
  // UNVERIFIED: the text.
  billing: refusal(402, 'billing_error', () => 'There is an issue with your billing or payment information.'),
};

const flags = { yes: true, no: false, unsaid: undefined } as const;

function capacityRow({ capacity, capacityShouldRetry }: AnthropicOptions): ErrorRow {
  const [status, type] = capacity === 'overloaded' ? ([529, 'overloaded_error'] as const) : ([500, 'api_error'] as const);
  return { status, type, shouldRetry: flags[capacityShouldRetry], message: () => 'Overloaded' };
}

/** The errors of Anthropic's messages interface. A `code` stands in `error.details.error_code`. */
export function anthropicErrors(options: AnthropicOptions): Readonly<Record<Cause, ErrorRow>> {
  return {
    capacity: capacityRow(options),
    rate_limited: options.rateLimited === 'requests' ? perMinute : acceleration,
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
    quota: { ...usedUp[options.quota], shouldRetry: flags[options.quotaShouldRetry] },
    // UNVERIFIED: the texts of these three.
    auth: refusal(401, 'authentication_error', () => 'invalid x-api-key'),
    permission: refusal(403, 'permission_error', () => 'Your API key does not have permission to use the specified resource.'),
    not_found: refusal(404, 'not_found_error', (_detail, model) => `model: ${model}`),
    // UNVERIFIED: the text; there is one for every parameter.
    client_error: invalid('Invalid request.'),
    server_error: serverErrors[options.serverError],
    context_length: refusal(400, 'invalid_request_error', ({ limit, requested }) =>
      limit === undefined
        ? 'prompt is too long'
        : `prompt is too long: ${Math.round(requested ?? 0)} tokens > ${Math.round(limit)} maximum`,
    ),
    request_too_large: options.tooLarge === 'rate-limit' ? limitedTo('tokens per minute') : tooLarge,
  };
}

export const simulatedId = 'req_simulated';

/** A refusal's body. That of a failure inside has `details` even where there are none, as it was seen in September 2026. */
export function errorBody({ status, type, code, message }: Omit<ErrorRow, 'message'> & { readonly message: string }, requestId: string) {
  const error =
    code !== undefined
      ? { type, message, details: { error_code: code } }
      : status >= 500
        ? { details: null, type, message }
        : { type, message };
  return { type: 'error', error, request_id: requestId };
}

/** `retry-after` has whole seconds, rounded up: earlier retries fail. */
export function anthropicShape({ streamError, capacityRetryAfter }: AnthropicOptions): ErrorShape {
  const waits = ({ status }: ErrorRow): boolean => status < 500 || capacityRetryAfter;
  return {
    event: 'error',
    headers: { 'content-type': 'application/json', 'request-id': simulatedId },
    body(row, message, form, { requestId = simulatedId }) {
      const { type, code } = row;
      if (form === 'status' || streamError === 'captured') return errorBody({ ...row, message }, requestId);
      return { type: 'error', error: { type, message, ...(code !== undefined && { details: { error_code: code } }) } };
    },
    waitHeaders(waitMs, row): Headers {
      return waits(row) ? { 'retry-after': String(Math.ceil(waitMs / 1000)) } : {};
    },
    saidWaitMs: (waitMs, row) => (waits(row) ? Math.ceil(waitMs / 1000) * 1000 : undefined),
  };
}
