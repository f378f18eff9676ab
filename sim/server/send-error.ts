import type { ServerResponse } from 'node:http';
import type { ErrorReply } from '../dialects/error-reply.ts';

/** Said by the server alone: they belong to the connection, not to what is said on it. */
const ofTheConnection = ['connection', 'content-length', 'keep-alive', 'trailer', 'transfer-encoding', 'upgrade'];

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
  const said = Object.entries(headers).filter(([name]) => !ofTheConnection.includes(name.toLowerCase()));
  const length = status === 204 ? [] : [['content-length', String(Buffer.byteLength(text))] as const];
  return Object.fromEntries([...said, ...Object.entries(more), ...length]);
}

/** Answers at once. */
export function sendError(response: ServerResponse, reply: WholeReply, headers: Readonly<Record<string, string>>): void {
  if (response.destroyed || response.headersSent) return;
  const text = bodyOf(reply);
  response.writeHead(reply.status, headersOf(reply, text, headers));
  response.end(text);
}
