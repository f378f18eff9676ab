import type { ServerResponse } from 'node:http';
import type { ErrorReply } from '../dialects/dialect.ts';

/** The body of an error as text: text as it is, anything else as JSON. */
export function bodyOf({ body }: ErrorReply): string {
  if (body === undefined) return '';
  return typeof body === 'string' ? body : JSON.stringify(body);
}

export function lengthOf(text: string): Readonly<Record<string, string>> {
  return { 'content-length': String(Buffer.byteLength(text)) };
}

/** Answers with an error at once. */
export function sendError(response: ServerResponse, reply: ErrorReply, headers: Readonly<Record<string, string>> = {}): void {
  if (response.destroyed || response.headersSent) return;
  const text = bodyOf(reply);
  response.writeHead(reply.status, { ...reply.headers, ...headers, ...lengthOf(text) });
  response.end(text);
}
