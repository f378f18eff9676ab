import type { PublishedError } from '../published-suite.ts';

/** In its standard mode three attempts: of throttling, by name or a 429, and of 500, 502, 503 and 504. */
const retried = { attempts: 3 } as const;
const once = { message: '', attempts: 1 } as const;

/**
 * The errors of Bedrock, and what `@aws-sdk/client-bedrock-runtime` 3.1164 makes of them. Sources: captured replies, AWS's
 * documentation, the package's own code.
 */
export const bedrockErrors: readonly PublishedError[] = [
  {
    what: 'no capacity',
    status: 503,
    message: 'Bedrock is unable to process your request.',
    own: { model: { slots: 0 } },
    raised: 'ServiceUnavailableException',
    ...retried,
  },
  {
    what: 'a cold start',
    status: 429,
    message: 'is not ready to serve inference requests.',
    own: { model: { slots: 0 }, dialect: { capacity: 'not-ready' } },
    raised: 'ModelNotReadyException',
    ...retried,
  },
  {
    what: 'a limit',
    status: 429,
    message: 'Too many requests, please wait before trying again.',
    own: { refuse: 'rate_limited' },
    raised: 'ThrottlingException',
    ...retried,
  },
  {
    what: 'a limit with a wait, of which the drawn one may be at most 5 s short',
    status: 429,
    message: 'Too many requests',
    askedMs: 2000,
    own: { refuse: 'rate_limited', retryAfter: '2s', dialect: { retryAfter: true } },
    raised: 'ThrottlingException',
    ...retried,
  },
  { what: 'a failure inside', status: 500, message: '', own: { refuse: 'server_error' }, raised: 'InternalServerException', ...retried },
  {
    what: 'a model that takes too long',
    status: 408,
    own: { refuse: 'server_error', dialect: { serverError: 'timeout' } },
    raised: 'ModelTimeoutException',
    ...once,
  },
  {
    what: 'a failure of the model',
    status: 424,
    own: { refuse: 'server_error', dialect: { serverError: 'model' } },
    raised: 'ModelErrorException',
    ...once,
  },
  { what: 'no quota left', status: 400, own: { refuse: 'quota' }, raised: 'ServiceQuotaExceededException', ...once },
  { what: 'no permission', status: 403, own: { refuse: 'permission' }, raised: 'AccessDeniedException', ...once },
  { what: 'no such model', status: 404, own: { refuse: 'not_found' }, raised: 'ResourceNotFoundException', ...once },
  { what: 'a wrong request', status: 400, own: { refuse: 'client_error' }, raised: 'ValidationException', ...once },
  {
    what: 'too much input',
    status: 400,
    own: { model: { context: 20 }, maxTokens: 100 },
    raised: 'ValidationException',
    ...once,
  },
];
