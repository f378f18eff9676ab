import type { PublishedError } from '../published-suite.ts';

/** Retried, where its backoff is on, by the status alone: 429, 500, 502, 503, 504; three attempts until the server answers. */
const retried = { raised: 'SDKError', attempts: 3 } as const;
const once = { raised: 'SDKError', attempts: 1 } as const;
const full = 'Service tier capacity exceeded for this model.';

/**
 * The errors of Mistral, and what `@mistralai/mistralai` 2.7 makes of them. Sources: captured bodies, test data of others, the
 * package's own code. What no wait helps is nobody's but ours, the wrong key apart.
 */
export const mistralErrors: readonly PublishedError[] = [
  { what: 'no capacity', status: 429, type: 'invalid_request_error', message: full, own: { refuse: 'capacity' }, ...retried },
  {
    what: 'no capacity, with a code',
    status: 429,
    type: 'service_tier_capacity_exceeded',
    code: '3505',
    message: full,
    own: { refuse: 'capacity', dialect: { capacity: 'coded' } },
    ...retried,
  },
  {
    what: 'no capacity, as a 503',
    status: 503,
    type: 'service_tier_capacity_exceeded',
    code: '3505',
    message: full,
    own: { refuse: 'capacity', dialect: { capacity: 'unavailable' } },
    ...retried,
  },
  {
    what: 'a limit',
    status: 429,
    type: 'rate_limited',
    code: '1300',
    message: 'Rate limit exceeded',
    own: { refuse: 'rate_limited' },
    ...retried,
  },
  {
    what: 'a limit with a wait',
    status: 429,
    type: 'rate_limited',
    code: '1300',
    message: 'Rate limit exceeded',
    askedMs: 2000,
    own: { refuse: 'rate_limited', retryAfter: '2s', dialect: { retryAfter: true } },
    ...retried,
  },
  { what: 'a month’s limit', status: 429, type: 'insufficient_quota', message: '', own: { refuse: 'quota' }, ...retried },
  { what: 'no key', status: 401, message: 'Unauthorized', own: { refuse: 'auth' }, ...once },
  { what: 'no permission', status: 403, type: 'forbidden', message: '', own: { refuse: 'permission' }, ...once },
  {
    what: 'no such model',
    status: 400,
    type: 'invalid_model',
    code: '1500',
    message: 'Invalid model: gpt-9',
    own: { refuse: 'not_found' },
    ...once,
  },
  {
    what: 'a wrong request',
    status: 422,
    type: 'invalid_request_error',
    message: '',
    own: { refuse: 'client_error' },
    raised: 'HTTPValidationError',
    attempts: 1,
  },
  {
    what: 'too much input',
    status: 400,
    type: 'invalid_request_error',
    code: '3051',
    message: '20 maximum context length',
    own: { model: { context: 20 }, maxTokens: 100 },
    ...once,
  },
  { what: 'a failure inside', status: 500, type: 'internal_server_error', message: '', own: { refuse: 'server_error' }, ...retried },
];
