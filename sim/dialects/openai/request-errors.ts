import type { z } from 'zod';
import type { Misuse } from '../api.ts';
import type { ErrorReply } from '../error-reply.ts';
import { openaiErrors } from './errors.ts';
import { openaiShape } from './shape.ts';

/** What came from outside is quoted up to here. */
const mostQuoted = 200;

export function shortened(text: string): string {
  return text.length > mostQuoted ? `${text.slice(0, mostQuoted)}…` : text;
}

/**
 * What OpenAI says of requests that reach no model. UNVERIFIED: the texts of 408, 413, 415 and 431.
 */
function reply(status: number, message: string, param: string | null, code: string | null, type = 'invalid_request_error'): ErrorReply {
  return { status, headers: openaiShape.headers, body: { error: { message, type, param, code } } };
}

/** A body with something wrong in it. */
export function invalidRequest(message: string, param: string | null = null, code: string | null = null): ErrorReply {
  return reply(400, message, param, code);
}

const unreadable =
  "We could not parse the JSON body of your request. (HINT: This likely means you aren't using your HTTP library correctly. The OpenAI API expects a JSON payload, but what was sent was not valid JSON.)";

export function misuseReply(misuse: Misuse): ErrorReply {
  switch (misuse.kind) {
    case 'unreadable':
      return invalidRequest(unreadable);
    case 'not-json':
      return reply(415, `Invalid Content-Type header (${shortened(misuse.contentType ?? 'none')}), expected application/json.`, null, null);
    case 'too-large':
      return reply(413, `The request body is larger than ${misuse.limitBytes} bytes.`, null, 'request_too_large');
    case 'long-headers':
      return reply(431, 'The headers of the request are too long: send fewer or shorter ones.', null, null);
    case 'too-slow':
      return reply(408, 'The request was not received in time.', null, null);
    case 'no-such-path':
      return reply(404, `Invalid URL (${misuse.method} ${shortened(misuse.path)})`, null, null);
    case 'no-such-model': {
      const { status, type, code, message } = openaiErrors.not_found;
      return reply(status, message({}, shortened(misuse.model)), null, code ?? null, type);
    }
    case 'internal': {
      const { status, type, message } = openaiErrors.server_error;
      return reply(status, message({}, ''), null, null, type);
    }
  }
}

type Issue = z.core.$ZodIssue;

/** The first of the issues, in OpenAI's words. */
export function problemOf(issues: readonly Issue[], body: unknown): ErrorReply {
  const [issue] = issues;
  if (issue === undefined || issue.path.length === 0) return invalidRequest(unreadable);
  const param = paramOf(issue.path);
  const found = issue.path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined | null)?.[key], body);
  if (found === undefined) {
    if (param === 'model') return invalidRequest('you must provide a model parameter');
    return invalidRequest(`Missing required parameter: '${param}'.`, param, 'missing_required_parameter');
  }
  if (issue.code === 'too_small') return tooSmall(param, found);
  if (isTooLarge(issue, found)) {
    const text = `Invalid '${param}': integer above maximum value. Expected a value <= ${Number.MAX_SAFE_INTEGER}, but got ${String(found)} instead.`;
    return invalidRequest(text, param, 'integer_above_max_value');
  }
  if (issue.code === 'invalid_value' && typeof found === typeof issue.values[0]) {
    const values = issue.values.map((value) => `'${String(value)}'`).join(', ');
    return invalidRequest(`Invalid value: '${shortened(String(found))}'. Supported values are: ${values}.`, param, 'invalid_value');
  }
  return invalidRequest(
    `Invalid type for '${param}': expected ${expectedOf(issue)}, but got ${kindOf(found)} instead.`,
    param,
    'invalid_type',
  );
}

/** Above what a number holds to the digit; JSON can write numbers that are none. */
function isTooLarge(issue: Issue, found: unknown): boolean {
  return issue.code === 'too_big' || (issue.code === 'invalid_type' && issue.expected === 'number' && found === Number.POSITIVE_INFINITY);
}

function tooSmall(param: string, found: unknown): ErrorReply {
  if (Array.isArray(found)) {
    const text = `Invalid '${param}': empty array. Expected an array with minimum length 1, but got an empty array instead.`;
    return invalidRequest(text, param, 'empty_array');
  }
  if (typeof found === 'string') {
    const text = `Invalid '${param}': empty string. Expected a string with minimum length 1, but got an empty string instead.`;
    return invalidRequest(text, param, 'empty_string');
  }
  const text = `Invalid '${param}': integer below minimum value. Expected a value >= 1, but got ${String(found)} instead.`;
  return invalidRequest(text, param, 'integer_below_min_value');
}

/** `messages[0].content` */
function paramOf(path: readonly PropertyKey[]): string {
  return path.map((key, index) => (typeof key === 'number' ? `[${key}]` : index === 0 ? String(key) : `.${String(key)}`)).join('');
}

const articles: Readonly<Record<string, string>> = { array: 'an array', object: 'an object', int: 'an integer', integer: 'an integer' };

function expectedOf(issue: Issue): string {
  if (issue.code === 'invalid_type') return articles[issue.expected] ?? `a ${issue.expected}`;
  if (issue.code === 'invalid_union')
    return issue.path[0] === 'tool_choice' ? 'one of a string or object' : 'one of a string or array of objects';
  if (issue.code === 'invalid_value') return articles[typeof issue.values[0]] ?? `a ${typeof issue.values[0]}`;
  return 'another value';
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'an integer' : 'a decimal number';
  return articles[typeof value] ?? `a ${typeof value}`;
}
