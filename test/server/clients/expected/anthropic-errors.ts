import type { OwnError } from './openai-error.ts';

/** One error as Anthropic publishes it, and how many attempts `ai` makes of it by itself. */
export interface AnthropicError {
  readonly what: string;
  readonly status: number;
  readonly type: string;
  readonly message: string;
  readonly details?: object;
  /** How the server comes to say it by itself. */
  readonly own?: OwnError;
  readonly ai: number;
}

const perMinute =
  'This request would exceed the rate limit for your organization (00000000-0000-0000-0000-000000000000) of 20,000 input tokens per minute. For details, refer to: https://docs.anthropic.com/en/api/rate-limits. You can see the response headers for current usage. Please reduce the prompt length or the maximum tokens requested, or try again later.';
const concurrent = 'Number of concurrent connections has exceeded your rate limit. Please try again later or contact sales at';
const spent = 'You have reached your API usage limits: your organization has crossed its monthly API usage threshold';
const limited = { status: 429, type: 'rate_limit_error', ai: 3 } as const;
const invalid = { status: 400, type: 'invalid_request_error', ai: 1 } as const;

function refused(status: number, type: string, refuse?: string): AnthropicError {
  const own = refuse === undefined ? {} : { own: { refuse } };
  return { what: type, status, type, message: '', ai: 1, ...own };
}

/**
 * The errors of Anthropic's messages, from its documentation and captures of it. The texts of 401 to 413 and of 504 are not
 * published; that a timeout is a 504, and the text of a prompt that is too long, are nobody's but ours.
 */
export const anthropicErrors: readonly AnthropicError[] = [
  { what: 'overloaded', status: 529, type: 'overloaded_error', message: 'Overloaded', own: { model: { slots: 0 } }, ai: 3 },
  {
    what: 'overloaded, as an error of the interface',
    status: 500,
    type: 'api_error',
    message: 'Overloaded',
    own: { model: { slots: 0 }, dialect: { capacity: 'api-error' } },
    ai: 3,
  },
  {
    what: 'an error of the server',
    status: 500,
    type: 'api_error',
    message: 'Internal server error',
    own: { refuse: 'server_error' },
    ai: 3,
  },
  {
    what: 'a timeout',
    status: 504,
    type: 'timeout_error',
    message: '',
    own: { refuse: 'server_error', dialect: { serverError: 'timeout' } },
    ai: 3,
  },
  { what: 'tokens a minute', message: perMinute, ...limited },
  { what: 'a sharp rise', message: '', own: { refuse: 'rate_limited', dialect: { rateLimited: 'acceleration' } }, ...limited },
  { what: 'concurrent connections', message: concurrent, ...limited },
  // Can never succeed before the first of the month; whoever looks at the status alone retries it.
  {
    what: 'the spending limit of the tier',
    message: spent,
    details: { error_code: 'enforced_spend_limit_reached' },
    own: { refuse: 'quota' },
    ...limited,
  },
  {
    what: 'a spending limit of one’s own',
    message: 'You have reached your specified API usage limits. You will regain access on 2026-09-01 at 00:00 UTC.',
    own: { refuse: 'quota', dialect: { quota: 'own-limit' } },
    ...invalid,
  },
  {
    what: 'no credit',
    message: 'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
    own: { refuse: 'quota', dialect: { quota: 'credit' } },
    ...invalid,
  },
  { ...refused(402, 'billing_error'), own: { refuse: 'quota', dialect: { quota: 'billing' } } },
  refused(401, 'authentication_error', 'auth'),
  refused(403, 'permission_error', 'permission'),
  refused(404, 'not_found_error', 'not_found'),
  { ...refused(413, 'request_too_large'), own: { model: { quota: { tpm: 50 } }, maxTokens: 100 } },
  { what: 'a prompt that is too long', message: 'prompt is too long', own: { model: { context: 20 }, maxTokens: 100 }, ...invalid },
];
