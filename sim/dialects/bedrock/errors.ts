import type { Cause } from '../cause.ts';
import type { ErrorRow, ErrorShape } from '../error-table.ts';
import { fieldsOf, stringOf } from '../reading/fields.ts';
import type { ErrorSign } from '../reading/sign.ts';
import { refusal } from '../refusal.ts';
import { retryAfter } from '../retry-after.ts';

export interface BedrockOptions {
  readonly capacity: 'unavailable' | 'not-ready';
  readonly serverError: 'internal' | 'model' | 'model-stream' | 'timeout';
  readonly retryAfter: boolean;
}

const service = 'http://internal.amazon.com/coral/com.amazon.bedrock/';

function throttled(message: string): ErrorRow {
  return refusal(429, { type: 'ThrottlingException' }, message);
}

const capacity: Readonly<Record<BedrockOptions['capacity'], ErrorRow>> = {
  unavailable: refusal(503, { type: 'ServiceUnavailableException' }, 'Bedrock is unable to process your request.'),
  'not-ready': refusal(
    429,
    { type: 'ModelNotReadyException' },
    'The model specified in the request is not ready to serve inference requests. The AWS SDK will automatically retry the operation up to 5 times.',
  ),
};

/** UNVERIFIED: the texts. */
const serverError: Readonly<Record<BedrockOptions['serverError'], ErrorRow>> = {
  internal: refusal(
    500,
    { type: 'InternalServerException' },
    'The system encountered an unexpected error during processing. Try your request again.',
  ),
  model: refusal(
    424,
    { type: 'ModelErrorException' },
    'The system encountered an unexpected error during processing. Try your request again.',
  ),
  'model-stream': refusal(
    424,
    { type: 'ModelStreamErrorException' },
    'An error occurred while streaming the response. Retry your request.',
  ),
  timeout: refusal(
    408,
    { type: 'ModelTimeoutException' },
    'The request took too long to process. Processing time exceeded the model timeout length.',
  ),
};

const requests = throttled(
  'Too many requests, please wait before trying again. You have sent too many requests.  Wait before trying again.',
);
const tokens = throttled('Too many tokens, please wait before trying again.');

/** The errors of Bedrock's runtime. UNVERIFIED: the texts of what no wait helps. */
export function bedrockErrors(options: BedrockOptions): Readonly<Record<Cause, ErrorRow>> {
  const denied = refusal(403, { type: 'AccessDeniedException' }, 'You do not have access to the model with the specified model ID.');
  const invalid = (message: string): ErrorRow => refusal(400, { type: 'ValidationException' }, message);
  return {
    capacity: capacity[options.capacity],
    rate_limited: requests,
    requests,
    tokens,
    'input-tokens': tokens,
    'output-tokens': tokens,
    // UNVERIFIED: the text.
    day: throttled('Too many requests per day, please wait before trying again.'),
    // UNVERIFIED: that concurrency is limited.
    concurrent: requests,
    quota: refusal(400, { type: 'ServiceQuotaExceededException' }, 'Your request exceeds the service quota for your account.'),
    // UNVERIFIED: that a wrong key is denied with the same name.
    auth: denied,
    permission: denied,
    not_found: refusal(
      404,
      { type: 'ResourceNotFoundException' },
      'The specified resource ARN was not found. Check the ARN and try your request again.',
    ),
    client_error: invalid('The input fails to satisfy the constraints specified by the service.'),
    server_error: serverError[options.serverError],
    context_length: invalid('Input is too long for requested model.'),
    // UNVERIFIED: what answers a request that is larger than the whole quota.
    request_too_large: invalid('Input is too long for requested model.'),
  };
}

/** The name is in a header, with an address behind it; inside a stream it begins in lower case. */
export function bedrockShape(options: BedrockOptions): ErrorShape {
  return {
    event: ({ type = '' }) => `${type.charAt(0).toLowerCase()}${type.slice(1)}`,
    headers: { 'content-type': 'application/json', 'x-amzn-requestid': '00000000-0000-0000-0000-000000000000' },
    headersOf: ({ type }) => ({ 'x-amzn-errortype': `${type}:${service}` }),
    body: (_row, message) => ({ message }),
    ...retryAfter(() => options.retryAfter),
  };
}

/** The name of the header, else of the body, up to its colon; the message in whichever case it is written. */
export function bedrockError(json: unknown, headers: ReadonlyMap<string, string>): ErrorSign | undefined {
  const body = fieldsOf(json);
  const type = headers.get('x-amzn-errortype') ?? stringOf(body?.__type);
  const message = stringOf(body?.message) ?? stringOf(body?.Message);
  if (type === undefined && message === undefined) return undefined;
  return { type: type === undefined ? undefined : nameOf(type), message };
}

/** `ThrottlingException` of `throttlingException`, `ThrottlingException:http://…` and `com.amazon.coral.service#ThrottlingException`. */
export function nameOf(type: string): string {
  const [, name = ''] = /([^#:]*)(?::.*)?$/s.exec(type) ?? [];
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
