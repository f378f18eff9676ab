import type { Cause } from '../cause.ts';
import type { ErrorRow, ErrorShape } from '../error-table.ts';
import { type Fields, fieldsOf, numberOf, stringOf } from '../reading/fields.ts';
import type { ErrorSign } from '../reading/sign.ts';
import { limitRows, refusal, whole } from '../refusal.ts';
import { retryAfter } from '../retry-after.ts';

export interface VllmOptions {
  readonly overload: 'queue-full' | 'scaling';
  readonly envelope: 'nested' | 'flat';
  readonly retryAfter: boolean;
}

/** An error whose code is its status. */
function coded(status: number, type: string, message: string | ErrorRow['message']): ErrorRow {
  return refusal(status, { type, code: String(status) }, message);
}

/** Of whatever stands before the server: it has no limits of its own. */
function limited(unit: string): ErrorRow {
  return coded(429, 'Too Many Requests', ({ limit }) => `Rate limit exceeded: ${limit === undefined ? '' : `${whole(limit)} `}${unit}`);
}

const overload: Readonly<Record<VllmOptions['overload'], ErrorRow>> = {
  // From a commit beside the one that was merged. UNVERIFIED: the merged text and type.
  'queue-full': coded(503, 'Service Unavailable', 'Request queue full.'),
  scaling: refusal(503, {}, 'The model is currently scaling. Please try again later.'),
};

/** The errors of vLLM. UNVERIFIED: all that it has no reason to say, quotas, permissions and money. */
export function vllmErrors(options: VllmOptions): Readonly<Record<Cause, ErrorRow>> {
  return {
    capacity: overload[options.overload],
    ...limitRows(limited),
    concurrent: limited('concurrent requests'),
    quota: coded(402, 'Payment Required', 'The budget of your account is used up.'),
    auth: refusal(401, {}, 'Unauthorized'),
    permission: coded(403, 'Forbidden', 'You have no access to this model.'),
    not_found: coded(404, 'NotFoundError', (_detail, model) => `The model \`${model}\` does not exist.`),
    client_error: coded(400, 'BadRequestError', 'Invalid request.'),
    server_error: coded(500, 'InternalServerError', 'Internal server error'),
    context_length: coded(400, 'BadRequestError', ({ limit, requested }) =>
      limit === undefined
        ? "This model's maximum context length is exceeded. Please reduce the length of the messages or completion."
        : `This model's maximum context length is ${whole(limit)} tokens. However, you requested ${whole(requested)} tokens. Please reduce the length of the messages or completion.`,
    ),
    request_too_large: coded(413, 'Request Entity Too Large', 'Request too large'),
  };
}

/** The code is the status as a number; an error without a type is a text alone. */
export function vllmShape(options: VllmOptions): ErrorShape {
  return {
    headers: { 'content-type': 'application/json' },
    body({ type, param, status: code }, message) {
      if (type === undefined) return { error: message };
      const error = { message, type, param: param ?? null, code };
      return options.envelope === 'flat' ? { object: 'error', ...error } : { error };
    },
    ...retryAfter(() => options.retryAfter),
  };
}

/** `{ error: { message, type, code } }`, the same without what is around it, or a text alone. */
export function vllmError(json: unknown): ErrorSign | undefined {
  const body = fieldsOf(json);
  if (typeof body?.error === 'string') return { message: body.error };
  const error = fieldsOf(body?.error) ?? (body?.object === 'error' ? body : undefined);
  return error === undefined ? undefined : signOf(error);
}

function signOf({ type, code, message }: Fields): ErrorSign {
  return { type: stringOf(type), code: stringOf(code) ?? numberOf(code)?.toString(), message: stringOf(message) };
}
