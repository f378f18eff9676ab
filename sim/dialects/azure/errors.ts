import type { Cause, ErrorDetail } from '../cause.ts';
import type { ErrorRow } from '../error-table.ts';
import { errorsOf } from '../openai/errors.ts';
import { openaiDefaults } from '../openai/options.ts';
import type { AzureOptions } from './options.ts';

/** The region and the version that texts and requests name. */
export const region = 'East US';
export const apiVersion = '2024-08-01-preview';
const olderVersion = '2023-05-15';

const moreQuota = 'To increase your default rate limit, visit: https://aka.ms/oai/quotaincrease.';

/** ` Please retry after 11 seconds.`, and nothing where no wait is known; whole seconds, rounded up. */
function retryAfter({ waitMs }: ErrorDetail): string {
  if (waitMs === undefined) return '';
  const seconds = Math.ceil(waitMs / 1000);
  return ` Please retry after ${seconds} second${seconds === 1 ? '' : 's'}.`;
}

/** What is limited: `token rate` or `call rate`. UNVERIFIED: the latter. */
function limited(what: string, { rateLimited, interface: called }: AzureOptions): ErrorRow {
  const operation = called === 'responses' ? 'Responses_Create' : 'ChatCompletions_Create';
  if (rateLimited === 'older') {
    const text = `Requests to the ${operation} Operation under Azure OpenAI API version ${olderVersion} have exceeded ${what} limit of your current AIServices S0 pricing tier.`;
    return {
      status: 429,
      code: '429',
      message: (detail) =>
        `${text}${retryAfter(detail)} Please go here: https://aka.ms/oai/quotaincrease if you would like to further increase the default rate limit.`,
    };
  }
  return {
    status: 429,
    code: 'RateLimitReached',
    message: (detail, model) =>
      `Your requests to ${model} for ${model} in ${region} have exceeded the ${what} limit for your current OpenAI S0 pricing tier. This request was for ${operation} under Azure OpenAI API version ${apiVersion}.${retryAfter(detail)} ${moreQuota}`,
  };
}

const highDemand =
  'The system is currently experiencing high demand and cannot process your request. Your request exceeds the maximum usage size allowed during peak load.';

function capacity({ capacity: as }: AzureOptions): ErrorRow {
  return {
    status: as === 'bad-request' ? 400 : 429,
    type: 'too_many_requests',
    code: 'no_capacity',
    message: (detail) =>
      `${highDemand}${retryAfter(detail)} For improved latency reliability, consider switching to Provisioned Throughput.`,
  };
}

/** Of the four types that errors in streams have, the one for this status; the text of the capacity error is another one there. */
export function inStream(row: ErrorRow): ErrorRow {
  if (row.code !== 'no_capacity') return { ...row, type: typeInStream(row.status) };
  return { ...row, message: () => `${highDemand} For improved capacity reliability, consider switching to Provisioned Throughput.` };
}

function typeInStream(status: number): string {
  if (status >= 500) return 'server_error';
  if (status === 429) return 'too_many_requests';
  return status === 403 || status === 401 ? 'forbidden' : 'user_error';
}

export function isRateLimit({ code }: ErrorRow): boolean {
  return code === 'RateLimitReached' || code === '429';
}

// UNVERIFIED: all of it.
const tooLarge: ErrorRow = {
  status: 429,
  code: 'RateLimitReached',
  message: (_detail, model) =>
    `Request too large for ${model} in ${region}: it exceeds the token rate limit for your current OpenAI S0 pricing tier. ${moreQuota}`,
};

const contentFilter: ErrorRow = {
  status: 400,
  code: 'content_filter',
  param: 'prompt',
  message: () =>
    "The response was filtered due to the prompt triggering Azure OpenAI's content management policy. Please modify your prompt and retry.",
};

/** The errors of Azure OpenAI; a row with a type is in OpenAI's own envelope. */
export function azureErrors(options: AzureOptions): Readonly<Record<Cause, ErrorRow>> {
  const openai = errorsOf(openaiDefaults);
  const [calls, tokens] = [limited('call rate', options), limited('token rate', options)];
  return {
    capacity: capacity(options),
    rate_limited: calls,
    requests: calls,
    tokens,
    'input-tokens': tokens,
    'output-tokens': tokens,
    // UNVERIFIED: no limit of a day or on concurrency is documented.
    day: limited('requests per day', options),
    concurrent: calls,
    request_too_large: options.tooLarge === 'rate-limit' ? tokens : tooLarge,
    // UNVERIFIED: code and text of these five.
    quota: {
      status: 429,
      code: 'insufficient_quota',
      message: () => 'You exceeded your current quota, please check your plan and billing details.',
    },
    auth: {
      status: 401,
      code: '401',
      message: () =>
        'Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a valid key for an active subscription and use a correct regional API endpoint for your resource.',
    },
    permission: { status: 403, code: 'PermissionDenied', message: () => 'Principal does not have access to API/Operation.' },
    not_found: {
      status: 404,
      code: 'DeploymentNotFound',
      message: () =>
        'The API deployment for this resource does not exist. If you created the deployment within the last 5 minutes, please wait a moment and try again.',
    },
    server_error: openai.server_error,
    client_error: options.clientError === 'invalid' ? openai.client_error : contentFilter,
    context_length: openai.context_length,
  };
}
