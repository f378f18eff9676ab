import type { Cause, ErrorDetail } from '../cause.ts';
import type { ErrorRow } from '../error-table.ts';
import { type OpenaiOptions, openaiDefaults } from './options.ts';
import { waitText } from './wait-text.ts';

const visit = 'Visit https://platform.openai.com/account/rate-limits to learn more.';

const ofOrganization = ' in organization org-simulated';
const billing =
  'You can increase your rate limit by adding a payment method to your account at https://platform.openai.com/account/billing.';

function limited(type: string, unit: string, { of = '', more = visit } = {}): ErrorRow {
  return {
    status: 429,
    type,
    code: 'rate_limit_exceeded',
    message: (detail, model) => limitedText(`${model}${of} on ${unit}`, more, detail),
  };
}

/** Clients read the wait from this text. */
function limitedText(what: string, more: string, { limit, used, requested, waitMs }: ErrorDetail): string {
  const figures = limit === undefined ? '' : `: Limit ${limit}, Used ${whole(used)}, Requested ${whole(requested)}`;
  const again = waitMs === undefined ? 'Please try again later.' : `Please try again in ${waitText(waitMs)}.`;
  return `Rate limit reached for ${what}${figures}. ${again} ${more}`;
}

function whole(value: number | undefined): number {
  return Math.max(0, Math.round(value ?? 0));
}

function refusal(status: number, type: string, code: string | undefined, message: ErrorRow['message'], param?: string): ErrorRow {
  return { status, type, code, param, message };
}

const tokens = limited('tokens', 'tokens per min (TPM)', { of: ofOrganization });

// UNVERIFIED: the text.
const slowDown = () =>
  'Slow down. Please reduce your request rate to its original level, maintain a consistent rate for at least 15 minutes, and then gradually increase it.';

/** What a provider without a free slot says. */
const capacity: Readonly<Record<OpenaiOptions['capacity'], ErrorRow>> = {
  // The text is captured from a stream of the Responses interface; that a 503 and a chat completions stream have the same is UNVERIFIED.
  overloaded: refusal(
    503,
    'service_unavailable_error',
    'server_is_overloaded',
    () => 'Our servers are currently overloaded. Please try again later.',
  ),
  'slow-down': refusal(429, 'rate_limit_error', 'slow_down', slowDown),
  // UNVERIFIED: its type.
  'slow-down-503': refusal(503, 'service_unavailable_error', 'slow_down', slowDown),
  engine: refusal(503, 'server_error', undefined, () => 'The engine is currently overloaded, please try again later'),
  'bad-request': refusal(400, 'invalid_request_error', undefined, () => 'Selected model is at capacity. Please try a different model.'),
};

function quota(code: OpenaiOptions['quota']): ErrorRow {
  if (code === 'usage_limit_reached') return refusal(429, code, undefined, () => 'The usage limit has been reached');
  // UNVERIFIED: that the codes of 2026 come with this text.
  return refusal(429, 'insufficient_quota', code, () => 'You exceeded your current quota, please check your plan and billing details.');
}

// UNVERIFIED: both texts.
const auth: Readonly<Record<OpenaiOptions['auth'], ErrorRow>> = {
  invalid_api_key: refusal(401, 'invalid_request_error', 'invalid_api_key', () => 'Incorrect API key provided.'),
  ip_not_authorized: refusal(401, 'invalid_request_error', 'ip_not_authorized', () => 'Your IP address is not authorized.'),
};

/** The errors of OpenAI's interfaces. */
export function errorsOf(options: OpenaiOptions): Readonly<Record<Cause, ErrorRow>> {
  const { shouldRetry, freeTier, serverErrorCode } = options;
  const perMinute = limited('requests', 'requests per min (RPM)', freeTier ? { more: billing } : {});
  const rows: Record<Cause, ErrorRow> = {
    ...common,
    capacity: capacity[options.capacity],
    rate_limited: perMinute,
    requests: perMinute,
    quota: quota(options.quota),
    auth: auth[options.auth],
    server_error: serverErrorCode ? { ...common.server_error, code: 'server_error' } : common.server_error,
  };
  return Object.fromEntries(Object.entries(rows).map(([cause, row]) => [cause, { ...row, shouldRetry }])) as Record<Cause, ErrorRow>;
}

const common: Readonly<Record<Exclude<Cause, 'capacity' | 'rate_limited' | 'requests' | 'quota' | 'auth'>, ErrorRow>> = {
  tokens,
  // OpenAI counts input and output together; a scenario may still limit them apart.
  'input-tokens': tokens,
  'output-tokens': tokens,
  // UNVERIFIED: that the daily limit's text differs in its unit only.
  day: limited('requests', 'requests per day (RPD)'),
  // UNVERIFIED: no limit on concurrency is documented.
  concurrent: limited('requests', 'concurrent requests'),
  // UNVERIFIED: the text.
  permission: refusal(
    403,
    'request_forbidden',
    'unsupported_country_region_territory',
    () => 'Country, region, or territory not supported',
  ),
  not_found: refusal(
    404,
    'invalid_request_error',
    'model_not_found',
    (_detail, model) => `The model \`${model}\` does not exist or you do not have access to it.`,
  ),
  // UNVERIFIED: the text; there is one for every parameter.
  client_error: refusal(400, 'invalid_request_error', undefined, () => 'Invalid request.'),
  server_error: refusal(500, 'server_error', undefined, () => 'The server had an error while processing your request. Sorry about that!'),
  // UNVERIFIED: the text.
  context_length: refusal(
    400,
    'invalid_request_error',
    'context_length_exceeded',
    ({ limit, requested }) =>
      limit === undefined
        ? "This model's maximum context length is exceeded. Please reduce the length of the messages."
        : `This model's maximum context length is ${limit} tokens. However, you requested ${whole(requested)} tokens. Please reduce the length of the messages.`,
    'messages',
  ),
  request_too_large: {
    status: 429,
    type: 'tokens',
    code: 'rate_limit_exceeded',
    message: ({ limit, requested }, model) => {
      const figures = limit === undefined ? '' : `: Limit ${limit}, Requested ${whole(requested)}`;
      return `Request too large for ${model}${ofOrganization} on tokens per min (TPM)${figures}. The input or output tokens must be reduced in order to run successfully. ${visit}`;
    },
  },
};

export const openaiErrors = errorsOf(openaiDefaults);
