import { event, refusal } from '../../facts.ts';
import type { Shape } from './shape.ts';

const mistralText = 'Service tier capacity exceeded for this model.';
const groq413 =
  'Request too large for model `llama-3.3-70b-versatile` in organization `org_x` service tier `on_demand` on tokens per minute (TPM): Limit 12000, Requested 14137, please reduce your message size and try again.';
const groq429 =
  'Rate limit reached for model gemma2-9b-it in organization org_x service tier on_demand on tokens per minute (TPM): Limit 15000, Used 11972, Requested 4351. Please try again in 5.289s.';
const groqDay = groq429.replace('per minute (TPM)', 'per day (TPD)');

export const hostedShapes: readonly Shape[] = [
  ['Mistral: capacity, older', refusal(429, { errorType: 'invalid_request_error', message: mistralText }), 'capacity', 'overloaded'],
  [
    'Mistral: capacity, newer',
    refusal(429, { errorType: 'service_tier_capacity_exceeded', errorCode: '3505', message: mistralText }),
    'capacity',
    'overloaded',
  ],
  ['Mistral: capacity as a 503', refusal(503, { message: mistralText }), 'capacity', 'overloaded'],
  ['Mistral: model', refusal(400, { errorType: 'invalid_model', errorCode: '1500' }), 'client_error', 'not_found'],
  ['Mistral: rate', refusal(429, { errorType: 'rate_limited', errorCode: '1300', message: 'Rate limit exceeded' }), 'rate_limited', 'rate'],
  ['Groq: rate', refusal(429, { errorType: 'tokens', errorCode: 'rate_limit_exceeded', message: groq429 }), 'rate_limited', 'tokens'],
  ['Groq: a day', refusal(429, { errorType: 'tokens', errorCode: 'rate_limit_exceeded', message: groqDay }), 'quota', 'per_day'],
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
