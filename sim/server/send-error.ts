import type { ServerResponse } from 'node:http';
import type { ErrorReply } from '../dialects/error-reply.ts';

/** Said by the server alone: they belong to the connection, not to what is said on it. */
const ofTheConnection: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Statuses whose replies have no body. */
const bodiless = [204, 205, 304];

/** A reply that is whole before it is sent; an error's is one. */
export type WholeReply = Pick<ErrorReply, 'status' | 'headers' | 'body'>;

/** The body of a reply as text: text as it is, anything else as JSON. */
export function bodyOf({ body, status }: WholeReply): string {
  if (body === undefined || bodiless.includes(status)) return '';
  return typeof body === 'string' ? body : JSON.stringify(body);
}

/** All headers of a reply with this text. */
export function headersOf(
  { headers, status }: WholeReply,
  text: string,
  more: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const name of Object.keys(headers)) if (!ofTheConnection.has(name.toLowerCase())) all[name] = headers[name] ?? '';
  Object.assign(all, more);
  if (status !== 204) all['content-length'] = String(Buffer.byteLength(text));
  return all;
}

/** Answers at once. */
export function sendError(response: ServerResponse, reply: WholeReply, headers: Readonly<Record<string, string>>): void {
  if (response.destroyed || response.headersSent) return;
  const text = bodyOf(reply);
  response.writeHead(reply.status, headersOf(reply, text, headers));
  response.end(text);
}
