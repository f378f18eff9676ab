import type { Cause, ErrorDetail } from '../cause.ts';
import type { ErrorRow } from '../error-table.ts';
import type { GeminiOptions } from './options.ts';
import { waitSeconds, withinMinute } from './wait-seconds.ts';

const perMinute = 'GenerateRequestsPerMinutePerProjectPerModel-FreeTier';
export const perDay = 'GenerateRequestsPerDayPerProjectPerModel-FreeTier';
const inputPerMinute = 'GenerateContentInputTokensPerModelPerMinute-FreeTier';

const requests = 'generativelanguage.googleapis.com/generate_content_free_tier_requests';
const inputTokens = 'generativelanguage.googleapis.com/generate_content_free_tier_input_token_count';

/** What each quota counts, by its id, which is the `code` of its row. */
export const metrics: Readonly<Record<string, string>> = { [perMinute]: requests, [perDay]: requests, [inputPerMinute]: inputTokens };

/** The `type` of a row is its `status`; the `code` is the quota's id or the reason, which stand in `details`. */
function row(status: number, type: string, message: ErrorRow['message'], code?: string): ErrorRow {
  return { status, type, code, message };
}

const heads =
  'You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits. To monitor your current usage, head to: https://ai.dev/rate-limit. ';

function exceeded(quotaId: string, figure?: number): ErrorRow {
  const text = ({ limit: counted, waitMs }: ErrorDetail, model: string): string => {
    const limit = figure ?? counted;
    const said = limit === undefined ? '' : `, limit: ${Math.round(limit)}`;
    const wait = waitMs === undefined ? '' : `\nPlease retry in ${waitSeconds(saidWait(quotaId, waitMs), 'exact')}.`;
    return `${heads}\n* Quota exceeded for metric: ${metrics[quotaId]}${said}, model: ${model}${wait}`;
  };
  return row(429, 'RESOURCE_EXHAUSTED', text, quotaId);
}

/** The wait that a quota speaks of. */
export function saidWait(quotaId: string | undefined, waitMs: number): number {
  return quotaId === perDay ? withinMinute(waitMs) : waitMs;
}

const bare = row(429, 'RESOURCE_EXHAUSTED', () => 'Resource has been exhausted (e.g. check quota).');

export const modelCapacity = 'MODEL_CAPACITY_EXHAUSTED';
const noCapacity: ErrorRow['message'] = (_detail, model) => `No capacity available for model ${model} on the server`;

const capacities: Readonly<Record<GeminiOptions['capacity'], ErrorRow>> = {
  overloaded: row(503, 'UNAVAILABLE', () => 'The model is overloaded. Please try again later.'),
  'high-demand': row(
    503,
    'UNAVAILABLE',
    () => 'This model is currently experiencing high demand. Spikes in demand are usually temporary. Please try again later.',
  ),
  'code-assist': row(503, 'UNAVAILABLE', noCapacity, modelCapacity),
  'code-assist-429': row(429, 'RESOURCE_EXHAUSTED', noCapacity, modelCapacity),
};

const depleted = () =>
  'Your prepayment credits are depleted. Please go to AI Studio at https://ai.studio/projects to manage your project and billing.';

const quotas: Readonly<Record<GeminiOptions['quota'], ErrorRow>> = {
  'not-in-plan': exceeded(perDay, 0),
  prepayment: row(429, 'RESOURCE_EXHAUSTED', depleted),
  // UNVERIFIED: all but the status.
  'payment-required': row(402, 'FAILED_PRECONDITION', depleted),
};

const permissions: Readonly<Record<GeminiOptions['permission'], ErrorRow>> = {
  // UNVERIFIED: the text.
  denied: row(403, 'PERMISSION_DENIED', () => 'The caller does not have permission'),
  region: row(400, 'FAILED_PRECONDITION', () => 'User location is not supported for the API use.'),
};

const tooLong = row(400, 'INVALID_ARGUMENT', ({ limit, requested }) =>
  limit === undefined
    ? 'The input token count exceeds the maximum number of tokens allowed.'
    : `The input token count (${Math.round(requested ?? 0)}) exceeds the maximum number of tokens allowed (${Math.round(limit)}).`,
);

export const invalidKey = 'API_KEY_INVALID';

/** The errors of the Gemini interface. */
export function geminiErrors(options: GeminiOptions): Readonly<Record<Cause, ErrorRow>> {
  const limited = (quotaId: string): ErrorRow => (options.limits === 'bare' ? bare : exceeded(quotaId));
  return {
    capacity: capacities[options.capacity],
    rate_limited: limited(perMinute),
    requests: limited(perMinute),
    tokens: limited(inputPerMinute),
    'input-tokens': limited(inputPerMinute),
    // UNVERIFIED: no limit on output tokens is documented, and none on concurrency.
    'output-tokens': limited(inputPerMinute),
    concurrent: bare,
    day: limited(perDay),
    quota: quotas[options.quota],
    auth: row(400, 'INVALID_ARGUMENT', () => 'API key not valid. Please pass a valid API key.', invalidKey),
    permission: permissions[options.permission],
    not_found: row(404, 'NOT_FOUND', (_detail, model) => notFoundText(model)),
    client_error: row(400, 'INVALID_ARGUMENT', () => 'Request contains an invalid argument.'),
    server_error: row(500, 'INTERNAL', () => 'Internal error encountered.'),
    context_length: tooLong,
    request_too_large: options.tooLarge === 'limit' ? limited(inputPerMinute) : tooLong,
  };
}

export function notFoundText(model: string, version = 'v1beta', method = 'generateContent'): string {
  return `models/${model} is not found for API version ${version}, or is not supported for ${method}. Call ListModels to see the list of available models and their supported methods.`;
}
