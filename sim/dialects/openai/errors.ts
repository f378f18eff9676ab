import type { Cause, ErrorDetail } from '../cause.ts';
import type { ErrorRow, ErrorShape } from '../error-table.ts';
import { waitText } from './wait-text.ts';

const visit = 'Visit https://platform.openai.com/account/rate-limits to learn more.';

function limited(type: string, unit: string): ErrorRow {
  return { status: 429, type, code: 'rate_limit_exceeded', message: (detail, model) => limitedText(unit, detail, model) };
}

/** Clients read the wait from this text. */
function limitedText(unit: string, { limit, used, requested, waitMs }: ErrorDetail, model: string): string {
  const figures = limit === undefined ? '' : `: Limit ${limit}, Used ${whole(used)}, Requested ${whole(requested)}`;
  const again = waitMs === undefined ? 'Please try again later.' : `Please try again in ${waitText(waitMs)}.`;
  return `Rate limit reached for ${model} in organization org-simulated on ${unit}${figures}. ${again} ${visit}`;
}

function whole(value: number | undefined): number {
  return Math.max(0, Math.round(value ?? 0));
}

function refusal(status: number, type: string, code: string | undefined, message: ErrorRow['message'], param?: string): ErrorRow {
  return { status, type, code, param, message };
}

const perMinute = limited('requests', 'requests per min (RPM)');
const tokens = limited('tokens', 'tokens per min (TPM)');

/** The errors of OpenAI's chat completions. */
export const openaiErrors: Readonly<Record<Cause, ErrorRow>> = {
  // The text is captured from a stream of the Responses interface; that a 503 and a chat completions stream have the same is UNVERIFIED.
  capacity: refusal(
    503,
    'service_unavailable_error',
    'server_is_overloaded',
    () => 'Our servers are currently overloaded. Please try again later.',
  ),
  rate_limited: perMinute,
  requests: perMinute,
  tokens,
  // OpenAI counts input and output together; a scenario may still limit them apart.
  'input-tokens': tokens,
  'output-tokens': tokens,
  // UNVERIFIED: that the daily limit's text differs in its unit only.
  day: limited('requests', 'requests per day (RPD)'),
  // UNVERIFIED: no limit on concurrency is documented.
  concurrent: limited('requests', 'concurrent requests'),
  quota: refusal(
    429,
    'insufficient_quota',
    'insufficient_quota',
    () => 'You exceeded your current quota, please check your plan and billing details.',
  ),
  // UNVERIFIED: the text.
  auth: refusal(401, 'invalid_request_error', 'invalid_api_key', () => 'Incorrect API key provided.'),
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
      return `Request too large for ${model} in organization org-simulated on tokens per min (TPM)${figures}. The input or output tokens must be reduced in order to run successfully. ${visit}`;
    },
  },
};

/** UNVERIFIED: that api.openai.com sends `retry-after-ms`, which its clients read first; `retry-after` has whole seconds. */
export const openaiShape: ErrorShape = {
  headers: { 'content-type': 'application/json', 'x-request-id': 'req_simulated' },
  body: ({ type, code, param }, message) => ({ error: { message, type, param: param ?? null, code: code ?? null } }),
  waitHeaders: (waitMs) => ({ 'retry-after': String(Math.ceil(waitMs / 1000)), 'retry-after-ms': String(waitMs) }),
  saidWaitMs: (waitMs) => waitMs,
};
