import { event, refusal } from '../../facts.ts';
import type { Shape } from './shape.ts';

const capacityText = 'Our servers are currently overloaded. Please try again later.';
const sentence = 'Selected model is at capacity. Please try a different model.';
const tpm =
  'Rate limit reached for gpt-4.1 in organization org-xxxx on tokens per min (TPM): Limit 30000, Used 18928, Requested 11159. Please try again in 174ms. Visit https://platform.openai.com/account/rate-limits to learn more.';
const rpd =
  'Rate limit reached for gpt-4.1 in organization org-xxxx on requests per day (RPD): Limit 200, Used 200, Requested 1. Please try again in 7m12s.';
const tooLarge =
  'Request too large for gpt-4o in organization org-xxx on tokens per min (TPM): Limit 30000, Requested 87968. The input or output tokens must be reduced in order to run successfully.';
const quotaText = 'You exceeded your current quota, please check your plan and billing details.';
/** A first tier's text about requests names the billing page; it is no quota. */
const freeTier =
  'Rate limit reached for gpt-live-1 on requests per min (RPM): Limit 3, Used 3, Requested 1. Please try again in 20s. You can increase your rate limit by adding a payment method to your account at https://platform.openai.com/account/billing.';

export const openaiShapes: readonly Shape[] = [
  [
    'capacity 503',
    refusal(503, { errorType: 'service_unavailable_error', errorCode: 'server_is_overloaded', message: capacityText }),
    'capacity',
    'overloaded',
  ],
  [
    'capacity in a stream',
    event({ errorType: 'service_unavailable_error', errorCode: 'server_is_overloaded', message: capacityText }),
    'capacity',
    'overloaded',
  ],
  ['capacity after 400 tokens', event({ errorCode: 'server_is_overloaded', afterTokens: 400 }), 'capacity', 'overloaded'],
  ['response.failed with a code only', event({ errorCode: 'server_is_overloaded', message: capacityText }), 'capacity', 'overloaded'],
  ['the sentence in a 400', refusal(400, { errorType: 'invalid_request_error', message: sentence }), 'capacity', 'overloaded'],
  ['Codex: its own name', event({ errorCode: 'server_overloaded', message: sentence }), 'capacity', 'overloaded'],
  [
    'Codex: 500, high demand',
    refusal(500, { message: "We're currently experiencing high demand, which may cause temporary errors." }),
    'capacity',
    'overloaded',
  ],
  ['slow_down 429', refusal(429, { errorType: 'rate_limit_error', errorCode: 'slow_down' }), 'rate_limited', 'slow_down'],
  ['slow_down 503', refusal(503, { errorCode: 'slow_down' }), 'capacity', 'slow_down'],
  ['slow_down in a stream', event({ errorCode: 'slow_down' }), 'capacity', 'slow_down'],
  [
    'legacy 503',
    refusal(503, { errorType: 'server_error', message: 'The engine is currently overloaded, please try again later' }),
    'capacity',
    'overloaded',
  ],
  [
    '500',
    refusal(500, { errorType: 'server_error', message: 'The server had an error while processing your request. Sorry about that!' }),
    'server_error',
    'provider',
  ],
  ['server_error in a stream', event({ errorType: 'server_error', message: 'The server had an error' }), 'server_error', 'provider'],
  ['RPM', refusal(429, { errorType: 'requests', errorCode: 'rate_limit_exceeded', message: freeTier }), 'rate_limited', 'requests'],
  [
    'TPM',
    refusal(429, { errorType: 'tokens', errorCode: 'rate_limit_exceeded', message: tpm, retryAfterMs: 174 }),
    'rate_limited',
    'tokens',
  ],
  [
    'RPD: a day is no rate to wait for',
    refusal(429, { errorType: 'requests', errorCode: 'rate_limit_exceeded', message: rpd, retryAfterMs: 432_000 }),
    'quota',
    'per_day',
  ],
  ['RPD in a stream', event({ errorCode: 'rate_limit_exceeded', message: rpd }), 'quota', 'per_day'],
  ['rate limit in a stream', event({ errorCode: 'rate_limit_exceeded', message: tpm }), 'rate_limited', 'rate'],
  [
    'one request above TPM',
    refusal(429, { errorType: 'tokens', errorCode: 'rate_limit_exceeded', message: tooLarge }),
    'client_error',
    'too_large',
  ],
  ['quota', refusal(429, { errorType: 'insufficient_quota', errorCode: 'insufficient_quota', message: quotaText }), 'quota', 'balance'],
  ['quota in a stream', event({ errorCode: 'insufficient_quota', message: quotaText }), 'quota', 'balance'],
  ['quota without its code', refusal(429, { message: quotaText }), 'quota', 'balance'],
  ...(
    [
      ['credit_balance_exhausted', 'balance'],
      ['organization_spend_limit_exceeded', 'spend_limit'],
      ['project_spend_limit_exceeded', 'spend_limit'],
      ['organization_usage_limit_exceeded', 'usage_limit'],
    ] as const
  ).map(
    ([errorCode, reason]): Shape => [
      errorCode,
      refusal(429, { errorType: 'insufficient_quota', errorCode, message: quotaText }),
      'quota',
      reason,
    ],
  ),
  ['Codex: usage limit', refusal(429, { errorType: 'usage_limit_reached' }), 'quota', 'usage_limit'],
  ['Codex: usage limit in a stream', event({ errorType: 'usage_limit_reached' }), 'quota', 'usage_limit'],
  ['Codex: not in the plan', refusal(429, { errorType: 'usage_not_included' }), 'quota', 'usage_limit'],
  ['404', refusal(404, { errorType: 'invalid_request_error', errorCode: 'model_not_found' }), 'client_error', 'not_found'],
  ['context', refusal(400, { errorType: 'invalid_request_error', errorCode: 'context_length_exceeded' }), 'client_error', 'context'],
  ['context in a stream', event({ errorCode: 'context_length_exceeded' }), 'client_error', 'context'],
  ['key', refusal(401, { errorType: 'invalid_request_error', errorCode: 'invalid_api_key' }), 'auth', 'key'],
  ['address', refusal(401, { errorType: 'invalid_request_error', errorCode: 'ip_not_authorized' }), 'auth', 'key'],
  ['country', refusal(403, { errorType: 'request_forbidden', errorCode: 'unsupported_country_region_territory' }), 'auth', 'permission'],
  [
    'an ordinary 400',
    refusal(400, { errorType: 'invalid_request_error', message: "Unknown parameter: 'temperatur'." }),
    'client_error',
    'invalid',
  ],
  ['prompt refused', event({ errorCode: 'invalid_prompt' }), 'client_error', 'content'],
];
