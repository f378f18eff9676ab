import type { AttemptClass, Outcome } from '../../../reports/result/outcome.ts';

/**
 * One line of the table that `by-shape` goes through from top to bottom; the first whose conditions all hold decides.
 * `name` is tested on the error's code and on its type, `text` on its message, both in lower case. `status` is the HTTP
 * status, or the number that an error inside a 200 carries instead of one.
 */
export interface ShapeRule {
  readonly status?: readonly number[];
  readonly name?: RegExp;
  readonly text?: RegExp;
  readonly outcome: Outcome;
  /** Who sends it. */
  readonly seen: string;
}

function rule(outcome: readonly [AttemptClass, string], seen: string, when: Omit<ShapeRule, 'outcome' | 'seen'>): ShapeRule {
  return { ...when, seen, outcome: { class: outcome[0], reason: outcome[1] } };
}

/** Names that mean one thing wherever they come from; a finer one before the broader that comes with it. */
const names: readonly ShapeRule[] = [
  rule(['quota', 'not_in_plan'], 'Gemini', { text: /quota exceeded for metric.*\blimit: 0\b/s }),
  rule(['quota', 'balance'], 'Gemini, in a 429 or a 402', { text: /credits are depleted/ }),
  rule(['quota', 'per_day'], 'Gemini quotaId', { name: /perday/ }),
  rule(['rate_limited', 'per_minute'], 'Gemini quotaId', { name: /perminute/ }),
  rule(['rate_limited', 'concurrency'], 'OpenRouter 402 that passes', { name: /^openrouter_in_flight_budget$/ }),
  rule(['quota', 'spend_limit'], 'OpenAI 2026, Anthropic tier cap inside a 429', {
    name: /^((organization|project)_spend_limit_exceeded|enforced_spend_limit_reached)$/,
  }),
  rule(['quota', 'usage_limit'], 'OpenAI 2026, Codex, Bedrock', {
    name: /^(organization_usage_limit_exceeded|usage_limit_reached|usage_not_included|servicequotaexceededexception)$/,
  }),
  rule(['quota', 'balance'], 'OpenAI, DeepSeek, Anthropic 402', {
    name: /^(insufficient_quota|credit_balance_exhausted|insufficient_balance|billing_error|billing_hard_limit_reached)$/,
  }),
  rule(['rate_limited', 'slow_down'], 'OpenAI: ramping too fast, inside RPM and TPM', { status: [429], name: /^slow_down$/ }),
  rule(['capacity', 'slow_down'], 'OpenAI 503 and in-stream', { name: /^slow_down$/ }),
  rule(['capacity', 'starting'], 'Bedrock cold start', { name: /^modelnotreadyexception$/ }),
  rule(['capacity', 'overloaded'], 'all', {
    name: /^(server_is_overloaded|server_overloaded|service_unavailable_error|overloaded_error|overloaded|engine_overloaded|provider_overloaded|no_capacity|capacity_exceeded|service_tier_capacity_exceeded|3505|unavailable|model_capacity_exhausted|serviceunavailableexception)$/,
  }),
  rule(['client_error', 'context'], 'OpenAI, Azure', { name: /^context_length_exceeded$/ }),
  rule(['client_error', 'too_large'], 'Anthropic 413', { name: /^request_too_large$/ }),
  rule(['client_error', 'content'], 'OpenAI, Azure', { name: /^(content_filter|cyber_policy|invalid_prompt)$/ }),
  rule(['auth', 'key'], 'OpenAI, Gemini, Anthropic', {
    name: /^(invalid_api_key|ip_not_authorized|api_key_invalid|authentication_error|unauthenticated)$/,
  }),
  rule(['auth', 'permission'], 'OpenAI, Gemini, Anthropic, Azure, Bedrock', {
    name: /^(permission_error|permission_denied|failed_precondition|request_forbidden|unsupported_country_region_territory|forbidden|accessdeniedexception)$/,
  }),
  rule(['client_error', 'not_found'], 'all', {
    name: /^(model_not_found|model_decommissioned|invalid_model|not_found_error|not_found|deploymentnotfound|resourcenotfoundexception)$/,
  }),
];

/** Sentences that say what status and names do not. */
const texts: readonly ShapeRule[] = [
  rule(['client_error', 'too_large'], 'OpenAI 429 and Groq 413: one request above the TPM limit never succeeds', {
    text: /request too large/,
  }),
  rule(['quota', 'per_day'], 'OpenAI and Groq RPD and TPD', { text: /\b(requests|tokens) per day\b/ }),
  rule(['client_error', 'context'], 'Anthropic, vLLM', { text: /prompt is too long|maximum context length/ }),
  rule(['quota', 'balance'], 'Anthropic 400', { text: /credit balance is too low|insufficient balance/ }),
  rule(['quota', 'spend_limit'], 'Anthropic 400 and 429', { text: /you have reached your (specified )?api usage limits/ }),
  rule(['capacity', 'overloaded'], 'Codex, xAI, Groq, Gemini, Mistral', {
    text: /\bat capacity\b|\bover capacity\b|\bno capacity available\b|\bcapacity exceeded\b/,
  }),
  rule(['capacity', 'overloaded'], 'Anthropic 500 and 529, OpenAI, Gemini, TGI', {
    text: /^overloaded\b|\b(is|are) (currently |temporarily )?overloaded\b/,
  }),
  rule(['capacity', 'overloaded'], 'Azure 400 and 429, Codex 500', { text: /experiencing high demand/ }),
  rule(['capacity', 'queue_full'], 'vLLM, Ollama', { text: /request queue full|\bserver busy\b|maximum pending requests exceeded/ }),
  rule(['capacity', 'starting'], 'vLLM', { text: /model is currently scaling/ }),
  rule(['rate_limited', 'quota'], 'Gemini without its quotaId, Code Assist', { name: /^resource_exhausted$/ }),
  rule(['quota', 'balance'], 'OpenAI without its code', { text: /check your plan and billing details/ }),
  rule(['rate_limited', 'concurrency'], 'Anthropic', { text: /number of concurrent connections/ }),
  rule(['client_error', 'not_found'], 'Ollama', { text: /^model ".*" not found\b/ }),
  rule(['auth', 'key'], 'Mistral, vLLM, Ollama', { text: /^unauthorized$/ }),
  rule(['auth', 'permission'], 'Ollama', { text: /^forbidden$/ }),
];

/** What the status alone says, once nothing finer was found; and names of the same, for errors inside a 200. */
const statuses: readonly ShapeRule[] = [
  rule(['client_error', 'too_large'], 'all', { status: [413] }),
  rule(['rate_limited', 'requests'], 'OpenAI', { name: /^requests$/ }),
  rule(['rate_limited', 'tokens'], 'OpenAI, Groq', { name: /^tokens$/ }),
  rule(['rate_limited', 'rate'], 'all', {
    name: /^(rate_limit_exceeded|rate_limit_error|rate_limited|ratelimitreached|too_many_requests|throttlingexception|1300)$/,
  }),
  rule(['rate_limited', 'rate'], 'all', { status: [429] }),
  rule(['capacity', 'overloaded'], 'all; 498 Groq flex tier, 529 Anthropic', { status: [498, 503, 529] }),
  rule(['timeout', 'provider'], 'all; 522 and 524 from proxies', { status: [408, 504, 522, 524] }),
  rule(['auth', 'key'], 'all', { status: [401] }),
  rule(['quota', 'balance'], 'DeepSeek, OpenRouter, Anthropic', { status: [402] }),
  rule(['auth', 'permission'], 'all', { status: [403] }),
  rule(['client_error', 'not_found'], 'all', { status: [404] }),
  rule(['server_error', 'conflict'], 'a lock that another request held', { status: [409] }),
  rule(['server_error', 'model'], 'Bedrock, TGI', { status: [424] }),
  rule(['connection', 'closed_upstream'], 'Ollama, proxies', { status: [499] }),
];

/** Names of classes that have no finer cause: inside a 200, or with a status of their own. */
const broad: readonly ShapeRule[] = [
  rule(['timeout', 'provider'], 'Anthropic, Bedrock, Gemini', {
    name: /^(timeout_error|gateway_timeout|modeltimeoutexception|deadline_exceeded)$/,
  }),
  rule(['server_error', 'model'], 'Bedrock, TGI', {
    name: /^(modelerrorexception|modelstreamerrorexception|generation|incomplete_generation)$/,
  }),
  rule(['server_error', 'model'], 'Ollama', { text: /^an error was encountered while running the model/ }),
  rule(['server_error', 'provider'], 'all', {
    name: /^(server_error|internal_server_error|api_error|internalserverexception|internal|internal_error)$/,
  }),
  rule(['client_error', 'invalid'], 'OpenAI, Anthropic, Azure, Bedrock, Gemini, TGI', {
    name: /^(invalid_request_error|user_error|validationexception|invalid_argument|validation)$/,
  }),
  rule(['client_error', 'invalid'], 'Ollama', { text: /^invalid request\b/ }),
  rule(['rate_limited', 'rate'], 'all, without a name', { text: /rate limit|too many requests|too many tokens/ }),
];

export const shapeRules: readonly ShapeRule[] = [...names, ...texts, ...statuses, ...broad];
