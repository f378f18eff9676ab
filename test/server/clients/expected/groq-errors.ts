import type { PublishedError } from '../published-suite.ts';

const limited = { status: 429, code: 'rate_limit_exceeded', raised: 'RateLimitError', attempts: 3 } as const;
const invalid = 'invalid_request_error';

/**
 * The errors of Groq, and what `groq-sdk` 1.6 makes of them: it retries 408, 409, 429 and 5xx, twice. Sources: captured
 * bodies, Groq's documentation, the package's own code.
 */
export const groqErrors: readonly PublishedError[] = [
  {
    what: 'over capacity',
    status: 503,
    type: 'internal_server_error',
    message: 'gpt-9 is currently over capacity. Please try again and back off exponentially.',
    own: { model: { slots: 0 } },
    raised: 'InternalServerError',
    attempts: 3,
  },
  // Retried by nobody who looks at the status.
  {
    what: 'no capacity in the flex tier',
    status: 498,
    type: 'capacity_exceeded',
    code: 'capacity_exceeded',
    message: 'Flex Tier Capacity Exceeded',
    own: { model: { slots: 0 }, dialect: { serviceTier: 'flex' } },
    raised: 'APIError',
    attempts: 1,
  },
  { what: 'a limit', type: 'requests', message: 'Rate limit reached for model gpt-9', own: { refuse: 'rate_limited' }, ...limited },
  {
    what: 'a limit with a wait',
    type: 'requests',
    message: 'Please try again in 2s.',
    askedMs: 2000,
    own: { refuse: 'rate_limited', retryAfter: '2s' },
    ...limited,
  },
  {
    what: 'one request that is too large, which looks like a limit',
    status: 413,
    type: 'tokens',
    code: 'rate_limit_exceeded',
    message: 'Request too large for model `gpt-9` in organization `org_',
    own: { model: { quota: { tpm: 12_000 } }, maxTokens: 14_130 },
    raised: 'APIError',
    attempts: 1,
  },
  // Never succeeds; retried all the same.
  {
    what: 'no budget',
    status: 429,
    type: 'insufficient_quota',
    code: 'insufficient_quota',
    message: '',
    own: { refuse: 'quota' },
    raised: 'RateLimitError',
    attempts: 3,
  },
  {
    what: 'no key',
    status: 401,
    type: invalid,
    code: 'invalid_api_key',
    message: 'Invalid API Key',
    own: { refuse: 'auth' },
    raised: 'AuthenticationError',
    attempts: 1,
  },
  {
    what: 'no permission',
    status: 403,
    type: 'permission_error',
    message: '',
    own: { refuse: 'permission' },
    raised: 'PermissionDeniedError',
    attempts: 1,
  },
  {
    what: 'no such model',
    status: 404,
    type: invalid,
    code: 'model_not_found',
    message: 'gpt-9',
    own: { refuse: 'not_found' },
    raised: 'NotFoundError',
    attempts: 1,
  },
  {
    what: 'a model that is gone',
    status: 400,
    type: invalid,
    code: 'model_decommissioned',
    message: 'decommissioned',
    own: { refuse: 'not_found', dialect: { notFound: 'decommissioned' } },
    raised: 'BadRequestError',
    attempts: 1,
  },
  {
    what: 'too much input',
    status: 400,
    type: invalid,
    code: 'context_length_exceeded',
    message: 'reduce the length',
    own: { model: { context: 20 }, maxTokens: 100 },
    raised: 'BadRequestError',
    attempts: 1,
  },
  {
    what: 'a failure inside',
    status: 500,
    type: 'internal_server_error',
    message: '',
    own: { refuse: 'server_error' },
    raised: 'InternalServerError',
    attempts: 3,
  },
];
