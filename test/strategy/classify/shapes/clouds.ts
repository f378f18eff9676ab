import { event, refusal } from '../../facts.ts';
import type { Shape } from './shape.ts';

const azureBusy =
  'The system is currently experiencing high demand and cannot process your request. Your request exceeds the maximum usage size allowed during peak load. Please retry after 6 seconds.';
const azureRate =
  'Your requests to gpt-4.1 for gpt-4.1 in East US have exceeded the token rate limit for your current OpenAI S0 pricing tier. Please retry after 11 seconds.';

export const azureShapes: readonly Shape[] = [
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

export const geminiShapes: readonly Shape[] = [
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
  ...[429, 402].map(
    (status): Shape => [
      `Gemini: credits as a ${status}`,
      refusal(status, {
        errorType: status === 429 ? 'RESOURCE_EXHAUSTED' : 'FAILED_PRECONDITION',
        message:
          'Your prepayment credits are depleted. Please go to AI Studio at https://ai.studio/projects to manage your project and billing.',
      }),
      'quota',
      'balance',
    ],
  ),
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
export const bedrockShapes: readonly Shape[] = [
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
