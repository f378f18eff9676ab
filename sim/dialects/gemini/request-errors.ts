import type { z } from 'zod';
import type { Misuse } from '../api.ts';
import type { ErrorReply } from '../error-reply.ts';
import { notFoundText } from './error-rows.ts';
import { geminiHeaders, googleError, pretty } from './error-shape.ts';

/** What came from outside is quoted up to here. */
const mostQuoted = 200;

function shortened(text: string): string {
  return text.length > mostQuoted ? `${text.slice(0, mostQuoted)}…` : text;
}

/**
 * What Gemini says of requests that reach no model. UNVERIFIED: the bodies of 404 for a path, 408, 413, 415 and 431.
 */
function reply(code: number, status: string, message: string, details: readonly object[] = []): ErrorReply {
  return { status: code, headers: geminiHeaders, body: pretty(googleError({ code, message, status, details })) };
}

/** A body with something wrong in it. */
export function invalidArgument(message: string, details?: readonly object[]): ErrorReply {
  return reply(400, 'INVALID_ARGUMENT', message, details);
}

export function noSuchPath(): ErrorReply {
  return reply(404, 'NOT_FOUND', 'Requested entity was not found.');
}

// UNVERIFIED: what comes after it, where the parser stopped.
const unreadable = 'Invalid JSON payload received.';

export function misuseReply(misuse: Misuse): ErrorReply {
  switch (misuse.kind) {
    case 'unreadable':
      return invalidArgument(unreadable);
    case 'not-json':
      return reply(415, 'INVALID_ARGUMENT', `Unsupported content type: ${shortened(misuse.contentType ?? 'none')}`);
    case 'too-large':
      return reply(413, 'INVALID_ARGUMENT', `Request payload size exceeds the limit: ${misuse.limitBytes} bytes.`);
    case 'long-headers':
      return reply(431, 'INVALID_ARGUMENT', 'The headers of the request are too long.');
    case 'too-slow':
      return reply(408, 'DEADLINE_EXCEEDED', 'The request was not received in time.');
    case 'no-such-path':
      return noSuchPath();
    case 'no-such-model': {
      const [, version, method] = /\/(v\d\w*)\/models\/[^?]*?(?::(\w+))?(?:\?|$)/.exec(misuse.path ?? '') ?? [];
      return reply(404, 'NOT_FOUND', notFoundText(shortened(misuse.model), version, method));
    }
    case 'internal':
      return reply(500, 'INTERNAL', 'Internal error encountered.');
  }
}

type Issue = z.core.$ZodIssue;

/** The first of the issues, in Gemini's words. */
export function problemOf(issues: readonly Issue[], body: unknown): ErrorReply {
  const [issue] = issues;
  if (issue === undefined || issue.path.length === 0) return invalidArgument(unreadable);
  const found = issue.path.reduce(at, body);
  const field = fieldOf(issue.path);
  if (found === undefined || issue.code === 'too_small') return invalidArgument(missing(field));
  if (issue.code === 'invalid_value' && field.endsWith('.role')) return invalidArgument('Please use a valid role: user, model.');
  const description = `Invalid value at '${field}' (${typeOf(issue, field)}), ${shortened(JSON.stringify(found) ?? 'null')}`;
  return invalidArgument(description, [
    { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field, description }] },
  ]);
}

/** One step down, by either name; a single thing is its own list. */
function at(value: unknown, key: PropertyKey): unknown {
  if (typeof key === 'number' && !Array.isArray(value)) return value;
  const fields = value as Record<PropertyKey, unknown> | undefined | null;
  return fields?.[key] ?? fields?.[snake(String(key))];
}

/** UNVERIFIED: all but that of `contents`. */
function missing(field: string): string {
  if (field === 'contents') return '* GenerateContentRequest.contents: contents is not specified\n';
  const last = field.slice(field.lastIndexOf('.') + 1);
  const says = last === 'parts' ? 'contents.parts must not be empty.' : `${last} must be positive.`;
  return `* GenerateContentRequest.${field}: ${says}\n`;
}

/** `generation_config.max_output_tokens`, `contents[0].parts[1]` */
function fieldOf(path: readonly PropertyKey[]): string {
  return path.map((key, i) => (typeof key === 'number' ? `[${key}]` : `${i === 0 ? '' : '.'}${snake(String(key))}`)).join('');
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const messages: Readonly<Record<string, string>> = {
  contents: 'Content',
  system_instruction: 'Content',
  parts: 'Part',
  generation_config: 'GenerationConfig',
  tools: 'Tool',
  function_declarations: 'FunctionDeclaration',
  tool_config: 'ToolConfig',
  function_calling_config: 'FunctionCallingConfig',
};

function typeOf(issue: Issue, field: string): string {
  const last = field.slice(field.lastIndexOf('.') + 1).replace(/\[\d+\]$/, '');
  const message = messages[last];
  if (message !== undefined) return `type.googleapis.com/google.ai.generativelanguage.v1beta.${message}`;
  return issue.code === 'invalid_type' && issue.expected === 'string'
    ? 'TYPE_STRING'
    : issue.code === 'invalid_value'
      ? 'TYPE_ENUM'
      : 'TYPE_INT32';
}
