import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer, type Http2Server } from 'node:http2';
import type { VirtualSocket } from './virtual-socket.ts';

/** How HTTP/2 begins, RFC 9113, 3.4. */
const preface = Buffer.from('PRI * HTTP/2.0');

/** Takes the servers' ends of connections. */
export interface FarEnd {
  accept(socket: VirtualSocket): void;
}

/**
 * Gives connections to a server that listens nowhere, as HTTP/1.1 or HTTP/2 by how they begin. Node dates replies by the real
 * calendar: what goes out here is dated by `Date` as it is now.
 */
export function farEndOf(server: Server): FarEnd {
  let second: Http2Server | undefined;
  const http2 = (): Http2Server => {
    second ??= createServer().on('request', (request, response) => void server.emit('request', request, response));
    return second;
  };
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    if ('sendDate' in response) dateLate(response);
  });
  return {
    accept(socket) {
      socket.on('error', () => {});
      socket.once('readable', () => {
        const first = socket.read() as Buffer | null;
        if (first !== null) socket.unshift(first);
        const to = first !== null && isPreface(first) ? http2() : server;
        to.emit('connection', socket);
      });
    },
  };
}

function isPreface(first: Buffer): boolean {
  const length = Math.min(first.length, preface.length);
  return length > 3 && first.subarray(0, length).equals(preface.subarray(0, length));
}

function dateLate(response: ServerResponse): void {
  response.sendDate = false;
  const { writeHead } = response;
  const dated = (...head: Parameters<typeof writeHead>): ServerResponse => {
    response.setHeader('date', new Date().toUTCString());
    return writeHead.apply(response, head);
  };
  response.writeHead = dated as typeof writeHead;
}
