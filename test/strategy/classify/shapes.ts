import type { AttemptClass } from '../../../reports/result/outcome.ts';
import type { WireFacts } from '../../../sim/kernel/transport.ts';
import { answered, event, refusal } from '../facts.ts';

/** Who sends it, what is seen, what it is. */
export type Shape = readonly [who: string, facts: WireFacts, expected: AttemptClass, reason: string];

const capacityText = 'Our servers are currently overloaded. Please try again later.';
const sentence = 'Selected model is at capacity. Please try a different model.';
const tpm =
  'Rate limit reached for gpt-4.1 in organization org-xxxx on tokens per min (TPM): Limit 30000, Used 18928, Requested 11159. Please try again in 174ms. Visit https://platform.openai.com/account/rate-limits to learn more.';
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

const azureBusy =
  'The system is currently experiencing high demand and cannot process your request. Your request exceeds the maximum usage size allowed during peak load. Please retry after 6 seconds.';
const azureRate =
  'Your requests to gpt-4.1 for gpt-4.1 in East US have exceeded the token rate limit for your current OpenAI S0 pricing tier. Please retry after 11 seconds.';

const azureShapes: readonly Shape[] = [
  ['Azure: rate', refusal(429, { errorCode: 'RateLimitReached', message: azureRate }), 'rate_limited', 'rate'],
  ['Azure: rate, older', refusal(429, { errorCode: '429', message: azureRate, retryAfterMs: 86_400_000 }), 'rate_limited', 'rate'],
  ['Azure: capacity', refusal(429, { message: azureBusy }), 'capacity', 'overloaded'],
  ['Azure: capacity as a 400', refusal(400, { message: azureBusy }), 'capacity', 'overloaded'],
  [
    'Azure: capacity in a stream',
    event({ errorType: 'too_many_requests', errorCode: 'no_capacity', message: azureBusy }),
    'capacity',
    'overloaded',
  ],
  ['Azure: too many in a stream', event({ errorType: 'too_many_requests' }), 'rate_limited', 'rate'],
  ['Azure: server in a stream', event({ errorType: 'server_error' }), 'server_error', 'provider'],
  ['Azure: forbidden in a stream', event({ errorType: 'forbidden' }), 'auth', 'permission'],
  ['Azure: user in a stream', event({ errorType: 'user_error' }), 'client_error', 'invalid'],
  ['Azure: deployment', refusal(404, { errorCode: 'DeploymentNotFound' }), 'client_error', 'not_found'],
  ['Azure: content', refusal(400, { errorCode: 'content_filter' }), 'client_error', 'content'],
];

const geminiQuota =
  'You exceeded your current quota, please check your plan and billing details. \n* Quota exceeded for metric: generativelanguage.googleapis.com/generate_content_free_tier_requests, limit: 20, model: gemini-2.5-flash\nPlease retry in 58.821668433s.';
const gemini = (quotaId: string) =>
  refusal(429, { errorType: 'RESOURCE_EXHAUSTED', errorCode: quotaId, message: geminiQuota, retryAfterMs: 58_000 });

const geminiShapes: readonly Shape[] = [
  [
    'Gemini: capacity',
    refusal(503, { errorType: 'UNAVAILABLE', message: 'The model is overloaded. Please try again later.' }),
    'capacity',
    'overloaded',
  ],
  [
    'Gemini: capacity in a stream',
    event({ errorCode: '503', errorType: 'UNAVAILABLE', message: 'The model is overloaded.' }),
    'capacity',
    'overloaded',
  ],
  ...[503, 429].map(
    (status): Shape => [
      `Code Assist: capacity as a ${status}`,
      refusal(status, {
        errorType: 'RESOURCE_EXHAUSTED',
        errorCode: 'MODEL_CAPACITY_EXHAUSTED',
        message: 'No capacity available for model X on the server',
      }),
      'capacity',
      'overloaded',
    ],
  ),
  ['Gemini: per minute', gemini('GenerateRequestsPerMinutePerProjectPerModel-FreeTier'), 'rate_limited', 'per_minute'],
  ['Gemini: per day', gemini('GenerateRequestsPerDayPerProjectPerModel-FreeTier'), 'quota', 'per_day'],
  [
    'Gemini: limit 0',
    refusal(429, { errorType: 'RESOURCE_EXHAUSTED', message: geminiQuota.replace('limit: 20', 'limit: 0') }),
    'quota',
    'not_in_plan',
  ],
  ['Gemini: quota, no id', refusal(429, { errorType: 'RESOURCE_EXHAUSTED', message: geminiQuota }), 'rate_limited', 'quota'],
  [
    'Gemini: bare',
    refusal(429, { errorType: 'RESOURCE_EXHAUSTED', message: 'Resource has been exhausted (e.g. check quota).' }),
    'rate_limited',
    'quota',
  ],
  ['Gemini: 404', refusal(404, { errorType: 'NOT_FOUND' }), 'client_error', 'not_found'],
  ['Gemini: key', refusal(400, { errorType: 'INVALID_ARGUMENT', errorCode: 'API_KEY_INVALID' }), 'auth', 'key'],
  ['Gemini: argument', refusal(400, { errorType: 'INVALID_ARGUMENT' }), 'client_error', 'invalid'],
  ['Gemini: permission', refusal(403, { errorType: 'PERMISSION_DENIED' }), 'auth', 'permission'],
  ['Gemini: region', refusal(400, { errorType: 'FAILED_PRECONDITION' }), 'auth', 'permission'],
];

const address = 'http://internal.amazon.com/coral/com.amazon.bedrock/';
const bedrockShapes: readonly Shape[] = [
  [
    'Bedrock: tokens',
    refusal(429, { errorType: `ThrottlingException:${address}`, message: 'Too many tokens, please wait before trying again.' }),
    'rate_limited',
    'rate',
  ],
  [
    'Bedrock: capacity',
    refusal(503, { errorType: 'ServiceUnavailableException', message: 'Bedrock is unable to process your request.' }),
    'capacity',
    'overloaded',
  ],
  [
    'Bedrock: capacity in a stream',
    event({ errorType: 'serviceUnavailableException', message: 'Bedrock is unable to process your request.' }),
    'capacity',
    'overloaded',
  ],
  ['Bedrock: throttling in a stream', event({ errorType: 'throttlingException' }), 'rate_limited', 'rate'],
  ['Bedrock: cold', refusal(429, { errorType: 'ModelNotReadyException' }), 'capacity', 'starting'],
  ['Bedrock: model timeout', refusal(408, { errorType: 'ModelTimeoutException' }), 'timeout', 'provider'],
  ['Bedrock: model timeout in a stream', event({ errorType: 'modelTimeoutException' }), 'timeout', 'provider'],
  ['Bedrock: model', refusal(424, { errorType: 'ModelErrorException' }), 'server_error', 'model'],
  ['Bedrock: model in a stream', event({ errorType: 'modelStreamErrorException' }), 'server_error', 'model'],
  ['Bedrock: 500', refusal(500, { errorType: 'InternalServerException' }), 'server_error', 'provider'],
  ['Bedrock: 500 in a stream', event({ errorType: 'internalServerException' }), 'server_error', 'provider'],
  ['Bedrock: quota', refusal(400, { errorType: 'ServiceQuotaExceededException' }), 'quota', 'usage_limit'],
  ['Bedrock: access', refusal(403, { errorType: 'AccessDeniedException' }), 'auth', 'permission'],
  ['Bedrock: 404', refusal(404, { errorType: 'ResourceNotFoundException' }), 'client_error', 'not_found'],
  ['Bedrock: validation in a stream', event({ errorType: 'validationException' }), 'client_error', 'invalid'],
];

const mistralText = 'Service tier capacity exceeded for this model.';
const groq413 =
  'Request too large for model `llama-3.3-70b-versatile` in organization `org_x` service tier `on_demand` on tokens per minute (TPM): Limit 12000, Requested 14137, please reduce your message size and try again.';
const groq429 =
  'Rate limit reached for model gemma2-9b-it in organization org_x service tier on_demand on tokens per minute (TPM): Limit 15000, Used 11972, Requested 4351. Please try again in 5.289s.';

const hostedShapes: readonly Shape[] = [
  ['Mistral: capacity, older', refusal(429, { errorType: 'invalid_request_error', message: mistralText }), 'capacity', 'overloaded'],
  [
    'Mistral: capacity, newer',
    refusal(429, { errorType: 'service_tier_capacity_exceeded', errorCode: '3505', message: mistralText }),
    'capacity',
    'overloaded',
  ],
  ['Mistral: capacity as a 503', refusal(503, { message: mistralText }), 'capacity', 'overloaded'],
  ['Mistral: rate', refusal(429, { errorType: 'rate_limited', errorCode: '1300', message: 'Rate limit exceeded' }), 'rate_limited', 'rate'],
  ['Groq: rate', refusal(429, { errorType: 'tokens', errorCode: 'rate_limit_exceeded', message: groq429 }), 'rate_limited', 'tokens'],
  [
    'Groq: too large',
    refusal(413, { errorType: 'tokens', errorCode: 'rate_limit_exceeded', message: groq413 }),
    'client_error',
    'too_large',
  ],
  ['Groq: flex tier', refusal(498, { errorCode: 'capacity_exceeded', message: 'Flex Tier Capacity Exceeded' }), 'capacity', 'overloaded'],
  ['Groq: flex tier, no body', refusal(498), 'capacity', 'overloaded'],
  [
    'Groq: 503',
    refusal(503, {
      errorType: 'internal_server_error',
      message: 'llama is currently over capacity. Please try again and back off exponentially.',
    }),
    'capacity',
    'overloaded',
  ],
  ['Groq: retired model', refusal(400, { errorCode: 'model_decommissioned' }), 'client_error', 'not_found'],
  ['DeepSeek: concurrency', refusal(429), 'rate_limited', 'rate'],
  ['DeepSeek: 503', refusal(503), 'capacity', 'overloaded'],
  ['DeepSeek: balance', refusal(402, { message: 'Insufficient Balance' }), 'quota', 'balance'],
  [
    'OpenRouter: shared pool',
    refusal(429, { errorCode: 'engine_overloaded', message: 'Provider returned error' }),
    'capacity',
    'overloaded',
  ],
  ['OpenRouter: rate', refusal(429, { errorCode: '429', message: 'Provider returned error' }), 'rate_limited', 'rate'],
  [
    'OpenRouter: no provider',
    refusal(503, { errorCode: '503', message: 'There is no available model provider that meets your routing requirements' }),
    'capacity',
    'overloaded',
  ],
  [
    'OpenRouter: 502 in a stream',
    event({ errorCode: '502', message: 'Provider returned error', afterTokens: 10, complete: true }),
    'server_error',
    'provider',
  ],
  ['OpenRouter: 429 in a 200 body', { ...refusal(200, { errorCode: '429', message: 'Provider returned error' }) }, 'rate_limited', 'rate'],
  ['OpenRouter: 402', refusal(402, { errorCode: '402' }), 'quota', 'balance'],
  [
    'OpenRouter: 402 that passes',
    refusal(402, { errorCode: 'openrouter_in_flight_budget', retryAfterMs: 2000 }),
    'rate_limited',
    'concurrency',
  ],
  [
    'xAI: capacity in a stream',
    event({ message: 'The model is currently at capacity due to high demand. Please try again later.' }),
    'capacity',
    'overloaded',
  ],
  ['without a name: rate in a stream', event({ message: 'Too many requests' }), 'rate_limited', 'rate'],
];

const selfHostedShapes: readonly Shape[] = [
  [
    'vLLM: queue full',
    refusal(503, { errorType: 'Service Unavailable', errorCode: '503', message: 'Request queue full.' }),
    'capacity',
    'queue_full',
  ],
  ['vLLM: scaling', refusal(503, { message: 'The model is currently scaling. Please try again later.' }), 'capacity', 'starting'],
  [
    'vLLM: context',
    refusal(400, { errorType: 'BadRequestError', errorCode: '400', message: "This model's maximum context length is 8192 tokens." }),
    'client_error',
    'context',
  ],
  ['TGI: 429', refusal(429, { errorType: 'overloaded', message: 'Model is overloaded' }), 'capacity', 'overloaded'],
  ['TGI: in a stream', event({ errorType: 'overloaded', message: 'Model is overloaded' }), 'capacity', 'overloaded'],
  ['TGI: in a chat stream', event({ errorCode: '422', message: 'Model is overloaded', complete: true }), 'capacity', 'overloaded'],
  ['TGI: generation', refusal(424, { errorType: 'generation' }), 'server_error', 'model'],
  ['TGI: validation', refusal(422, { errorType: 'validation' }), 'client_error', 'invalid'],
  [
    'Ollama: queue full',
    refusal(503, { message: 'server busy, please try again.  maximum pending requests exceeded' }),
    'capacity',
    'queue_full',
  ],
  [
    'Ollama: queue full in a stream',
    event({ message: 'server busy, please try again.  maximum pending requests exceeded' }),
    'capacity',
    'queue_full',
  ],
  ['Ollama: 404', refusal(404, { message: 'model "x" not found, try pulling it first' }), 'client_error', 'not_found'],
  ['Ollama: 499', refusal(499, { message: 'request canceled' }), 'connection', 'closed_upstream'],
];

export const otherShapes: readonly Shape[] = [...azureShapes, ...geminiShapes, ...bedrockShapes, ...hostedShapes, ...selfHostedShapes];

/** What no provider means to send. */
export const brokenShapes: readonly Shape[] = [
  ['an answer', answered, 'ok', 'answered'],
  ['cut before the first token', event({}), 'truncated', 'cut'],
  ['cut after 40 tokens', event({ afterTokens: 40 }), 'truncated', 'cut'],
  ['a plain reply cut', { how: 'reply', status: 200, afterTokens: 0, complete: false }, 'truncated', 'cut'],
  ['a malformed line, then the rest', { ...answered, parsed: false }, 'malformed', 'unreadable'],
  ['a malformed line, then a cut', event({ parsed: false, afterTokens: 12 }), 'malformed', 'unreadable'],
  ['an empty stream', event({ complete: true }), 'malformed', 'empty'],
  ['an empty body', { how: 'reply', status: 200, afterTokens: 0, complete: true }, 'malformed', 'empty'],
  ['an HTML page from a proxy', refusal(502, { parsed: false }), 'server_error', 'provider'],
  ['silence before the headers', { how: 'silent', afterTokens: 0, complete: false }, 'timeout', 'headers'],
  ['silence in the stream', { how: 'silent', status: 200, afterTokens: 7, complete: false }, 'timeout', 'idle'],
  ['reset before the headers', { how: 'reset', afterTokens: 0, complete: false }, 'connection', 'reset'],
  ['reset in the stream', { how: 'reset', status: 200, afterTokens: 7, complete: false, reusedSocket: true }, 'connection', 'reset'],
  [
    'reset of a reused socket before any byte',
    { how: 'reset', afterTokens: 0, complete: false, reusedSocket: true },
    'connection',
    'reused_socket',
  ],
  ['refused', { how: 'refused', afterTokens: 0, complete: false }, 'connection', 'refused'],
  ['our own ports', { how: 'local', errorCode: 'EADDRNOTAVAIL', afterTokens: 0, complete: false }, 'client_resource', 'local'],
  ['408', refusal(408), 'timeout', 'provider'],
  ['504', refusal(504), 'timeout', 'provider'],
  ['401', refusal(401), 'auth', 'key'],
  ['403', refusal(403), 'auth', 'permission'],
  ['413', refusal(413), 'client_error', 'too_large'],
  ['409', refusal(409), 'server_error', 'conflict'],
  ['520', refusal(520), 'server_error', 'provider'],
  ['418', refusal(418), 'client_error', 'invalid'],
  ['a redirect', refusal(302), 'unknown', 'unrecognized'],
  ['an event nobody knows', event({ errorType: 'weather', message: 'It rains.' }), 'unknown', 'unrecognized'],
];
