import { final, type OpenaiError, type OwnError, retried } from './openai-error.ts';

const busy = retried('InternalServerError', { raised: 'InternalServerError', attempts: 7 });
/** A wait of at most a minute, in the text: LangChain keeps it. */
const limited = retried('RateLimitError', { raised: 'RateLimitError', attempts: 7 });
/** A 429 that names no wait: LangChain gives up. */
const vague = retried('RateLimitError', { raised: 'RateLimitCapacityError', attempts: 1 });
/** A text that LangChain takes for a quota that is used up. */
const spent = retried('RateLimitError', { raised: 'RateLimitQuotaExhaustedError', attempts: 1 });

const quotaText = 'You exceeded your current quota, please check your plan and billing details.';
const visit = 'Visit https://platform.openai.com/account/rate-limits to learn more.';
const overloaded = 'Our servers are currently overloaded. Please try again later.';
const tooFast = 'Rate limit reached for gpt-live-1 in organization org-xxxx on requests per min (RPM): Limit 3, Used 3, Requested 1.';

function quota(code: string): OpenaiError {
  const own = { refuse: 'quota', dialect: { quota: code } };
  return { what: `quota: ${code}`, status: 429, type: 'insufficient_quota', code, message: quotaText, own, ...spent };
}

/** A limit on requests that says in its text alone when to come again. */
function rate(more: object): OwnError {
  return { refuse: 'rate_limited', retryAfter: '20s', dialect: { retryAfter: 'text', ...more } };
}

/** A model without a slot, and the form in which that is said. */
function full(capacity: string): OwnError {
  return { model: { slots: 0 }, dialect: { capacity } };
}

/**
 * The errors of OpenAI's chat completions and Responses, from its API description, its documentation and captures of it. The
 * texts of 429 slow_down, of the codes of 2026, of 401, 403 and of a context that is too long are not published; here they
 * are anything that says the same.
 */
export const openaiErrors: readonly OpenaiError[] = [
  {
    what: 'the model is at capacity',
    status: 503,
    type: 'service_unavailable_error',
    code: 'server_is_overloaded',
    message: overloaded,
    own: full('overloaded'),
    ...busy,
  },
  {
    what: 'ramping too fast',
    status: 429,
    type: 'rate_limit_error',
    code: 'slow_down',
    message: 'Slow down',
    own: full('slow-down'),
    ...vague,
  },
  {
    what: 'ramping too fast, of old',
    status: 503,
    type: 'service_unavailable_error',
    code: 'slow_down',
    message: 'Slow down',
    own: full('slow-down-503'),
    ...busy,
  },
  {
    what: 'overloaded, of old',
    status: 503,
    type: 'server_error',
    code: null,
    message: 'The engine is currently overloaded, please try again later',
    own: full('engine'),
    ...busy,
  },
  ...[null, 'server_error'].map((code) => ({
    what: `an error of the server, code ${code}`,
    status: 500,
    type: 'server_error',
    code,
    message: 'The server had an error while processing your request. Sorry about that!',
    own: { refuse: 'server_error', dialect: { serverErrorCode: code !== null } },
    ...busy,
  })),
  {
    what: 'requests a minute',
    status: 429,
    type: 'requests',
    code: 'rate_limit_exceeded',
    message: `${tooFast} Please try again in 20s. ${visit}`,
    askedMs: 20_000,
    own: { ...rate({}), message: 'Please try again in 20s.' },
    ...limited,
  },
  {
    // Its advice names billing: what LangChain takes for a quota that is used up.
    what: 'requests a minute of the first tier',
    status: 429,
    type: 'requests',
    code: 'rate_limit_exceeded',
    message: `${tooFast} Please try again in 20s. You can increase your rate limit by adding a payment method to your account at https://platform.openai.com/account/billing.`,
    own: { ...rate({ freeTier: true }), message: 'https://platform.openai.com/account/billing' },
    ...spent,
  },
  {
    what: 'tokens a minute',
    status: 429,
    type: 'tokens',
    code: 'rate_limit_exceeded',
    message: `Rate limit reached for gpt-4.1 in organization org-xxxx on tokens per min (TPM): Limit 30000, Used 18928, Requested 11159. Please try again in 174ms. ${visit}`,
    askedMs: 174,
    ...limited,
  },
  {
    what: 'one request above the limit of tokens',
    status: 429,
    type: 'tokens',
    code: 'rate_limit_exceeded',
    message: `Request too large for gpt-9 in organization org-simulated on tokens per min (TPM): Limit 30000, Requested 87968. The input or output tokens must be reduced in order to run successfully. ${visit}`,
    own: { model: { quota: { tpm: 30_000 } }, maxTokens: 87_960 },
    ...vague,
  },
  {
    what: 'quota: insufficient_quota',
    status: 429,
    type: 'insufficient_quota',
    code: 'insufficient_quota',
    message: quotaText,
    own: { refuse: 'quota' },
    ...retried('RateLimitError', { raised: 'InsufficientQuotaError', attempts: 1 }),
  },
  quota('credit_balance_exhausted'),
  quota('organization_spend_limit_exceeded'),
  quota('project_spend_limit_exceeded'),
  quota('organization_usage_limit_exceeded'),
  {
    what: 'no such model',
    status: 404,
    type: 'invalid_request_error',
    code: 'model_not_found',
    message: 'The model `gpt-9` does not exist or you do not have access to it.',
    own: { refuse: 'not_found' },
    ...final('NotFoundError'),
  },
  {
    what: 'A2: at capacity in a text alone',
    status: 400,
    type: 'invalid_request_error',
    code: null,
    message: 'Selected model is at capacity. Please try a different model.',
    own: full('bad-request'),
    ...final('BadRequestError'),
  },
  {
    what: 'a context that is too long',
    status: 400,
    type: 'invalid_request_error',
    code: 'context_length_exceeded',
    message: "This model's maximum context length is 20 tokens.",
    own: { model: { context: 20 }, maxTokens: 100 },
    ...final('BadRequestError', 'ContextOverflowError'),
  },
  ...['invalid_api_key', 'ip_not_authorized'].map((code) => ({
    what: `no access: ${code}`,
    status: 401,
    type: 'invalid_request_error',
    code,
    message: code === 'invalid_api_key' ? 'Incorrect API key provided' : 'not authorized',
    own: { refuse: 'auth', dialect: { auth: code } },
    ...final('AuthenticationError'),
  })),
  {
    what: 'a country that is not served',
    status: 403,
    type: 'request_forbidden',
    code: 'unsupported_country_region_territory',
    message: 'Country, region, or territory not supported',
    own: { refuse: 'permission' },
    ...final('PermissionDeniedError'),
  },
];
