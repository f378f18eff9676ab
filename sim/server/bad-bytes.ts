import type { Socket } from 'node:net';
import type { Wire } from '../dialects/wire.ts';
import { bodyOf, headersOf } from './send-error.ts';

const reasons: Readonly<Record<number, string>> = { 400: 'Bad Request', 408: 'Request Timeout', 431: 'Request Header Fields Too Large' };

/** Answers what is no HTTP at all, or does not come in time, and closes the connection. */
export function refuseBadBytes(error: NodeJS.ErrnoException, socket: Socket, wire: Wire): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const reply = wire.misuse({ kind: error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'too-slow' : 'unreadable' });
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : reply.status;
  const text = bodyOf(reply);
  const headers = Object.entries({ ...headersOf(reply, text, {}), connection: 'close' });
  socket.end(`HTTP/1.1 ${status} ${reasons[status]}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${text}`);
}
