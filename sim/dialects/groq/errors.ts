import type { Cause, ErrorDetail } from '../cause.ts';
import type { ErrorRow, ErrorShape } from '../error-table.ts';
import { waitText } from '../openai/wait-text.ts';
import { refusal, whole } from '../refusal.ts';
import { retryAfter } from '../retry-after.ts';

export type ServiceTier = 'on_demand' | 'flex';

export interface GroqOptions {
  readonly serviceTier: ServiceTier;
  readonly notFound: 'unknown' | 'decommissioned';
}

const invalid = 'invalid_request_error';

/** Clients read the wait from this text. */
function limited(tier: ServiceTier, type: string, unit: string): ErrorRow {
  return refusal(429, { type, code: 'rate_limit_exceeded' }, ({ limit, used, requested, waitMs }, model) => {
    const figures = limit === undefined ? '' : `: Limit ${limit}, Used ${whole(used)}, Requested ${whole(requested)}`;
    const again = waitMs === undefined ? 'Please try again later.' : `Please try again in ${waitText(waitMs)}.`;
    return `Rate limit reached for model ${model} in organization org_simulated service tier ${tier} on ${unit}${figures}. ${again} Visit https://console.groq.com/docs/rate-limits for more information.`;
  });
}

function tooLarge(tier: ServiceTier): ErrorRow['message'] {
  return ({ limit, requested }: ErrorDetail, model) => {
    const figures = limit === undefined ? '' : `: Limit ${limit}, Requested ${whole(requested)}`;
    return `Request too large for model \`${model}\` in organization \`org_simulated\` service tier \`${tier}\` on tokens per minute (TPM)${figures}, please reduce your message size and try again. Need more tokens? Visit https://console.groq.com/docs/rate-limits for more information.`;
  };
}

/** The flex tier fails at once, with a status that few clients retry. UNVERIFIED: the body of its 498. */
const busy: Readonly<Record<ServiceTier, ErrorRow>> = {
  on_demand: refusal(
    503,
    { type: 'internal_server_error' },
    (_detail, model) =>
      `${model} is currently over capacity. Please try again and back off exponentially. Visit https://groqstatus.com to see if there is an active incident.`,
  ),
  flex: refusal(498, { type: 'capacity_exceeded', code: 'capacity_exceeded' }, 'Flex Tier Capacity Exceeded'),
};

const missing: Readonly<Record<GroqOptions['notFound'], ErrorRow>> = {
  unknown: refusal(
    404,
    { type: invalid, code: 'model_not_found' },
    (_detail, model) => `The model \`${model}\` does not exist or you do not have access to it.`,
  ),
  // UNVERIFIED: the text.
  decommissioned: refusal(
    400,
    { type: invalid, code: 'model_decommissioned' },
    (_detail, model) => `The model \`${model}\` has been decommissioned and is no longer supported.`,
  ),
};

export function groqErrors({ serviceTier: tier, notFound }: GroqOptions): Readonly<Record<Cause, ErrorRow>> {
  const perMinute = limited(tier, 'requests', 'requests per minute (RPM)');
  const tokens = limited(tier, 'tokens', 'tokens per minute (TPM)');
  return {
    capacity: busy[tier],
    rate_limited: perMinute,
    requests: perMinute,
    tokens,
    'input-tokens': tokens,
    'output-tokens': tokens,
    day: limited(tier, 'requests', 'requests per day (RPD)'),
    // UNVERIFIED: no limit on concurrency is documented.
    concurrent: limited(tier, 'requests', 'concurrent requests'),
    // UNVERIFIED: this and the texts of the next two.
    quota: refusal(429, { type: 'insufficient_quota', code: 'insufficient_quota' }, 'You have used up the budget of your organization.'),
    auth: refusal(401, { type: invalid, code: 'invalid_api_key' }, 'Invalid API Key'),
    permission: refusal(403, { type: 'permission_error' }, 'Your project has no access to this model.'),
    not_found: missing[notFound],
    // UNVERIFIED: the texts from here to the last but one.
    client_error: refusal(400, { type: invalid }, 'Invalid request.'),
    server_error: refusal(500, { type: 'internal_server_error' }, 'Internal Server Error'),
    context_length: refusal(
      400,
      { type: invalid, code: 'context_length_exceeded', param: 'messages' },
      'Please reduce the length of the messages or completion.',
    ),
    // Looks like a rate limit but for its status and its text, and never succeeds.
    request_too_large: refusal(413, { type: 'tokens', code: 'rate_limit_exceeded' }, tooLarge(tier)),
  };
}

/** OpenAI's envelope without what is not there; a line that ends. A wait goes with a 429 alone. */
export const groqShape: ErrorShape = {
  headers: { 'content-type': 'application/json', 'x-request-id': 'req_simulated' },
  body({ type, code, param }, message, form) {
    const body = { error: { message, type, param, code } };
    return form === 'stream' ? body : `${JSON.stringify(body)}\n`;
  },
  ...retryAfter(({ status }) => status === 429),
};
