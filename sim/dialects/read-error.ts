import type { WireFacts } from '../kernel/transport.ts';
import type { Headers } from './error-reply.ts';
import { type Fields, fieldsOf, numberOf, parsedJson, stringOf } from './reading/fields.ts';
import { waitInText, waitToReset } from './reading/said-wait.ts';
import type { ErrorSign } from './reading/sign.ts';

/** Finds the error in a body; `headers` have lower-case names. */
export type FindError = (json: unknown, headers: ReadonlyMap<string, string>) => ErrorSign | undefined;

/**
 * What a client sees of a whole answer with this status, these headers and this body (JSON text or its value). `find`
 * knows where the dialect has its errors; by default where OpenAI, Anthropic and most others have them. The wait is what
 * `grpc-retry-pushback-ms`, `retry-after-ms` or `retry-after` says, else what the body says, else of a rate limit when what
 * is used up is whole again: that is the longest, as a request seldom needs all of it.
 */
export function readError(status: number, headers: Headers, body: unknown, find: FindError = wrappedError): WireFacts {
  const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const json = typeof body === 'string' ? parsedJson(body) : body;
  const error = find(json, lower);
  const pushback = lower.get('grpc-retry-pushback-ms');
  const pushedBackMs = pushbackOf(pushback);
  return {
    how: 'reply',
    status,
    errorType: error?.type,
    errorCode: error?.code,
    message: error?.message,
    retryAfterMs:
      pushedBackMs ??
      waitOf(lower.get('retry-after-ms'), 1) ??
      waitOf(lower.get('retry-after'), 1000) ??
      waitInBody(error) ??
      resetOf(status, error, lower),
    shouldRetry: pushback !== undefined && pushedBackMs === undefined ? false : flagOf(lower.get('x-should-retry')),
    afterTokens: 0,
    complete: true,
    ...(json === undefined && body !== undefined && { parsed: false }),
  };
}

/** `{ error: { type, code, message, details: { error_code } } }` */
export function wrappedError(json: unknown): ErrorSign | undefined {
  const error = fieldsOf(fieldsOf(json)?.error);
  return error === undefined ? undefined : errorSign(error);
}

/** The same without what is around it. */
export function errorSign(error: Fields): ErrorSign {
  return {
    type: stringOf(error.type),
    code: stringOf(error.code) ?? stringOf(fieldsOf(error.details)?.error_code),
    message: stringOf(error.message),
    retryAfterMs: secondsOf(error.resets_in_seconds),
  };
}

/** What the body asks for: in a field of its own, or in the text. */
export function waitInBody(error: ErrorSign | undefined): number | undefined {
  return error?.retryAfterMs ?? waitInText(error?.message);
}

function secondsOf(value: unknown): number | undefined {
  const seconds = numberOf(value);
  return seconds === undefined || seconds < 0 ? undefined : seconds * 1000;
}

const rateLimit = /rate_?limit|^requests$|^tokens$/i;

function resetOf(status: number, error: ErrorSign | undefined, headers: ReadonlyMap<string, string>): number | undefined {
  const named = [error?.code, error?.type].some((name) => rateLimit.test(name ?? ''));
  return status === 429 && named ? waitToReset(headers) : undefined;
}

/** Milliseconds from a header that holds a number of units; a date says nothing without a clock. 0 is a wait of 0. */
function waitOf(text: string | undefined, unitMs: number): number | undefined {
  if (text === undefined || !/^\s*\d+(\.\d+)?\s*$/.test(text)) return undefined;
  return Number(text) * unitMs;
}

/**
 * Milliseconds of a gRPC push-back; undefined for one that is negative or no whole number, by which a server asks not to be
 * sent to again at all. Source: gRPC proposal A6, Pushback.
 */
function pushbackOf(text: string | undefined): number | undefined {
  return text !== undefined && /^(0|[1-9]\d*)$/.test(text) ? Number(text) : undefined;
}

function flagOf(text: string | undefined): boolean | undefined {
  return text === 'true' ? true : text === 'false' ? false : undefined;
}
