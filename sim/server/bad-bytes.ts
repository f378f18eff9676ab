import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Api, Misuse } from '../dialects/api.ts';
import { bodyOf, headersOf } from './send-error.ts';

/** Time in which a client that still sends may read what it is told, ms. A connection closed under it loses the answer. */
const lingerMs = 1000;

/**
 * Answers what is no HTTP at all, or does not come in time, and closes the connection. Called again for whatever comes behind
 * it.
 */
export function refuseBadBytes(
  error: NodeJS.ErrnoException,
  socket: Socket,
  api: Pick<Api, 'misuse'>,
  later: (ms: number, run: () => void) => void,
): void {
  if (error.code !== 'ECONNRESET' && socket.writableEnded && !socket.destroyed) return;
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const reply = api.misuse(misuseOf(error));
  const text = bodyOf(reply);
  const headers = Object.entries({ ...headersOf(reply, text, {}), connection: 'close' });
  socket.end(
    `HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status]}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${text}`,
  );
  later(lingerMs, () => socket.destroy());
}

function misuseOf({ code }: NodeJS.ErrnoException): Misuse {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { kind: 'too-slow' };
  return { kind: code === 'HPE_HEADER_OVERFLOW' ? 'long-headers' : 'unreadable' };
}
