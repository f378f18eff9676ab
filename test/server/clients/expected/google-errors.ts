import type { OwnError } from './openai-error.ts';

/** One error as Gemini publishes it, and what `@google/genai` 2.32 makes of it. */
export interface GoogleError {
  readonly what: string;
  readonly status: number;
  readonly type: string;
  /** Id of the quota, or the reason. */
  readonly code?: string;
  readonly message: string;
  /** How the server comes to say it by itself. */
  readonly own: OwnError;
  /** Attempts with `retryOptions`, which retry by the status alone; without them always one. */
  readonly attempts: number;
}

const unavailable = { status: 503, type: 'UNAVAILABLE', attempts: 5 } as const;
const exhausted = { status: 429, type: 'RESOURCE_EXHAUSTED', attempts: 5 } as const;
const invalid = { status: 400, type: 'INVALID_ARGUMENT', attempts: 1 } as const;
const noCapacity = { code: 'MODEL_CAPACITY_EXHAUSTED', message: 'No capacity available for model gpt-9 on the server' } as const;
const depleted = 'Your prepayment credits are depleted.';
const exceeded =
  'You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits. To monitor your current usage, head to: https://ai.dev/rate-limit. \n* Quota exceeded for metric: generativelanguage.googleapis.com/';
const full = { slots: 0 };

/** Which of them are retried: 408, 429, 500, 502, 503 and 504. Sources: captured bodies, and the package's own code. */
export const googleErrors: readonly GoogleError[] = [
  { what: 'no capacity', message: 'The model is overloaded. Please try again later.', own: { model: full }, ...unavailable },
  {
    what: 'no capacity, in the words of 2026',
    message: 'This model is currently experiencing high demand. Spikes in demand are usually temporary. Please try again later.',
    own: { model: full, dialect: { capacity: 'high-demand' } },
    ...unavailable,
  },
  { what: 'no capacity, Code Assist', ...noCapacity, own: { model: full, dialect: { capacity: 'code-assist' } }, ...unavailable },
  {
    what: 'no capacity, Code Assist, as a limit',
    ...noCapacity,
    own: { model: full, dialect: { capacity: 'code-assist-429' } },
    ...exhausted,
  },
  {
    what: 'requests a minute',
    code: 'GenerateRequestsPerMinutePerProjectPerModel-FreeTier',
    message: `${exceeded}generate_content_free_tier_requests, model: gpt-9`,
    own: { refuse: 'rate_limited' },
    ...exhausted,
  },
  {
    what: 'requests a minute, with a wait that nobody keeps',
    code: 'GenerateRequestsPerMinutePerProjectPerModel-FreeTier',
    message: 'Please retry in 45.8s.',
    own: { refuse: 'rate_limited', retryAfter: '45.8s', dialect: { retryAfter: true } },
    ...exhausted,
  },
  {
    what: 'a limit without details',
    message: 'Resource has been exhausted (e.g. check quota).',
    own: { refuse: 'rate_limited', dialect: { limits: 'bare' } },
    ...exhausted,
  },
  // Never succeeds; retried all the same.
  {
    what: 'a limit of 0',
    code: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier',
    message: `${exceeded}generate_content_free_tier_requests, limit: 0, model: gpt-9`,
    own: { refuse: 'quota' },
    ...exhausted,
  },
  { what: 'credits', message: depleted, own: { refuse: 'quota', dialect: { quota: 'prepayment' } }, ...exhausted },
  {
    what: 'payment',
    status: 402,
    type: 'FAILED_PRECONDITION',
    message: depleted,
    own: { refuse: 'quota', dialect: { quota: 'payment-required' } },
    attempts: 1,
  },
  { what: 'a failure inside', status: 500, type: 'INTERNAL', message: 'Internal error', own: { refuse: 'server_error' }, attempts: 5 },
  {
    what: 'no valid key',
    code: 'API_KEY_INVALID',
    message: 'API key not valid. Please pass a valid API key.',
    own: { refuse: 'auth' },
    ...invalid,
  },
  { what: 'no permission', status: 403, type: 'PERMISSION_DENIED', message: '', own: { refuse: 'permission' }, attempts: 1 },
  {
    what: 'a region that is not served',
    status: 400,
    type: 'FAILED_PRECONDITION',
    message: '',
    own: { refuse: 'permission', dialect: { permission: 'region' } },
    attempts: 1,
  },
  {
    what: 'no such model',
    status: 404,
    type: 'NOT_FOUND',
    message: 'models/gpt-9 is not found for API version v1beta, or is not supported for generateContent. Call ListModels',
    own: { refuse: 'not_found' },
    attempts: 1,
  },
  {
    what: 'too much input',
    message: 'exceeds the maximum number of tokens allowed (20).',
    own: { model: { context: 20 }, maxTokens: 100 },
    ...invalid,
  },
  { what: 'an argument', message: 'Request contains an invalid argument.', own: { refuse: 'client_error' }, ...invalid },
];
