import type { z } from 'zod';
import type { Misuse } from '../api.ts';
import type { ErrorReply } from '../error-reply.ts';
import { errorBody, simulatedId } from './errors.ts';

/** What came from outside is quoted up to here. */
const mostQuoted = 200;

/**
 * What Anthropic says of requests that reach no model. UNVERIFIED: the texts of 408, 413, 415 and 431, and of 404 for a path.
 */
function reply(status: number, type: string, message: string, requestId = simulatedId): ErrorReply {
  return {
    status,
    headers: { 'content-type': 'application/json', 'request-id': requestId },
    body: errorBody({ status, type, message }, requestId),
  };
}

/** A body with something wrong in it. */
export function invalidRequest(message: string, requestId?: string): ErrorReply {
  return reply(400, 'invalid_request_error', message, requestId);
}

/** Something that is asked for by its id and is not there. UNVERIFIED: the text. */
export function noSuchThing(what: string, requestId?: string): ErrorReply {
  return reply(404, 'not_found_error', `No such ${what.length > mostQuoted ? `${what.slice(0, mostQuoted)}…` : what}`, requestId);
}

/** A limit on what may be under way at once. UNVERIFIED: the text, and that no wait comes with it. */
export function tooManyRequests(message: string, requestId?: string): ErrorReply {
  return reply(429, 'rate_limit_error', message, requestId);
}

// UNVERIFIED: what comes after it, where the parser stopped.
const unreadable = 'The request body is not valid JSON';

export function misuseReply(misuse: Misuse, requestId?: string): ErrorReply {
  switch (misuse.kind) {
    case 'unreadable':
      return invalidRequest(unreadable, requestId);
    case 'not-json':
      return reply(415, 'invalid_request_error', 'Content-Type: expected application/json', requestId);
    case 'too-large':
      return reply(413, 'request_too_large', 'Request exceeds the maximum size', requestId);
    case 'long-headers':
      return reply(431, 'invalid_request_error', 'The headers of the request are too long.', requestId);
    case 'too-slow':
      return reply(408, 'invalid_request_error', 'The request was not received in time.', requestId);
    case 'no-such-path':
      return reply(404, 'not_found_error', 'Not Found', requestId);
    case 'no-such-model': {
      const { model } = misuse;
      return reply(404, 'not_found_error', `model: ${model.length > mostQuoted ? `${model.slice(0, mostQuoted)}…` : model}`, requestId);
    }
    case 'internal':
      return reply(500, 'api_error', 'Internal server error', requestId);
  }
}

type Issue = z.core.$ZodIssue;

/** The first of the issues, in Anthropic's words. UNVERIFIED: those of wrong types. */
export function problemOf(issues: readonly Issue[], body: unknown, requestId?: string): ErrorReply {
  const [issue] = issues;
  if (issue === undefined || issue.path.length === 0) return invalidRequest(unreadable, requestId);
  const found = issue.path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined | null)?.[key], body);
  const path = issue.path.map(String).join('.');
  return invalidRequest(`${path}: ${found === undefined ? 'Field required' : problemWith(issue, found)}`, requestId);
}

function problemWith(issue: Issue, found: unknown): string {
  if (issue.code === 'too_small') {
    if (Array.isArray(found)) return 'at least one message is required';
    return typeof found === 'string' ? 'String should have at least 1 character' : 'Input should be greater than or equal to 1';
  }
  if (issue.code === 'too_big' || found === Number.POSITIVE_INFINITY) {
    return `Input should be less than or equal to ${Number.MAX_SAFE_INTEGER}`;
  }
  if (issue.code === 'invalid_value') return `Input should be ${oneOf(issue.values.map((value) => `'${String(value)}'`))}`;
  return `Input should be ${issue.code === 'invalid_type' ? (expected[issue.expected] ?? `a valid ${issue.expected}`) : 'a valid list'}`;
}

const expected: Readonly<Record<string, string>> = {
  array: 'a valid list',
  object: 'an object',
  int: 'a valid integer',
  number: 'a valid integer',
};

function oneOf(values: readonly string[]): string {
  const last = values.at(-1) ?? '';
  return values.length < 2 ? last : `${values.slice(0, -1).join(', ')} or ${last}`;
}
