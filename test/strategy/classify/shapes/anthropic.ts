import { event, refusal } from '../../facts.ts';
import type { Shape } from './shape.ts';

const connections =
  'Number of concurrent connections has exceeded your rate limit. Please try again later or contact sales to discuss your options for a rate limit increase.';
const spendCap =
  "You have reached your API usage limits: your organization has crossed its monthly API usage threshold, set based on your organization's API tier. You will regain access on 2026-09-01 at 00:00 UTC.";
const inputTokens =
  'This request would exceed the rate limit for your organization (00000000-0000-0000-0000-000000000000) of 20,000 input tokens per minute. Please reduce the prompt length or the maximum tokens requested, or try again later.';

export const anthropicShapes: readonly Shape[] = [
  ['529', refusal(529, { errorType: 'overloaded_error', message: 'Overloaded' }), 'capacity', 'overloaded'],
  ['overloaded in a stream', event({ errorType: 'overloaded_error', message: 'Overloaded' }), 'capacity', 'overloaded'],
  ['500 that says Overloaded', refusal(500, { errorType: 'api_error', message: 'Overloaded' }), 'capacity', 'overloaded'],
  ['500', refusal(500, { errorType: 'api_error', message: 'Internal server error' }), 'server_error', 'provider'],
  ['504', refusal(504, { errorType: 'timeout_error' }), 'timeout', 'provider'],
  ['timeout_error in a stream', event({ errorType: 'timeout_error' }), 'timeout', 'provider'],
  ['rate', refusal(429, { errorType: 'rate_limit_error', message: inputTokens, shouldRetry: true }), 'rate_limited', 'rate'],
  ['connections', refusal(429, { errorType: 'rate_limit_error', message: connections }), 'rate_limited', 'concurrency'],
  [
    'tier spend cap',
    refusal(429, { errorType: 'rate_limit_error', errorCode: 'enforced_spend_limit_reached', message: spendCap }),
    'quota',
    'spend_limit',
  ],
  ['tier spend cap, by its text', refusal(429, { errorType: 'rate_limit_error', message: spendCap }), 'quota', 'spend_limit'],
  [
    'own spend limit',
    refusal(400, {
      errorType: 'invalid_request_error',
      message: 'You have reached your specified API usage limits. You will regain access on 2026-09-01 at 00:00 UTC.',
    }),
    'quota',
    'spend_limit',
  ],
  [
    'no credit',
    refusal(400, {
      errorType: 'invalid_request_error',
      message: 'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
    }),
    'quota',
    'balance',
  ],
  ['402', refusal(402, { errorType: 'billing_error' }), 'quota', 'balance'],
  ['401', refusal(401, { errorType: 'authentication_error' }), 'auth', 'key'],
  ['403', refusal(403, { errorType: 'permission_error' }), 'auth', 'permission'],
  ['404', refusal(404, { errorType: 'not_found_error' }), 'client_error', 'not_found'],
  ['413', refusal(413, { errorType: 'request_too_large' }), 'client_error', 'too_large'],
  [
    'context',
    refusal(400, { errorType: 'invalid_request_error', message: 'prompt is too long: 210000 tokens > 200000 maximum' }),
    'client_error',
    'context',
  ],
];
