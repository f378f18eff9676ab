import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach } from 'vitest';
import { type HttpConnections, openConnections } from '../../../harness/client/http-connections.ts';
import { httpUpstream, type UpstreamOptions } from '../../../harness/client/http-upstream.ts';
import { realTime } from '../../../harness/serve/real-time.ts';
import type { Caller } from '../../../sim/dialects/caller.ts';
import { dialectOf } from '../../../sim/dialects/registry.ts';
import type { End, Listener, Sent } from '../../../sim/kernel/transport.ts';
import { WallClock } from '../../../sim/kernel/wall-clock.ts';

const closing: (() => Promise<unknown> | unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

export interface RawServer {
  readonly port: number;
  readonly url: string;
  /** Connections that were made. */
  readonly sockets: readonly Socket[];
  close(): Promise<void>;
}

/** A server made of sockets; `answer` is called for the n-th whole request of the m-th connection, both from 0. */
export async function rawServer(
  answer: (socket: Socket, request: string, at: { n: number; connection: number }) => void,
): Promise<RawServer> {
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => {
    const connection = sockets.push(socket) - 1;
    let text = '';
    let n = 0;
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      text += chunk;
      for (let length = lengthOf(text); length !== undefined; length = lengthOf(text)) {
        const request = text.slice(0, length);
        text = text.slice(length);
        answer(socket, request, { n: n++, connection });
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy();
      server.close(() => resolve());
    });
  closing.push(close);
  return { port, url: `http://127.0.0.1:${port}`, sockets, close };
}

/** Length of the request at the beginning of the text; undefined while it is not whole. */
function lengthOf(text: string): number | undefined {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const whole = head + 4 + Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
  return text.length >= whole ? whole : undefined;
}

/** A reply with a length. */
export function replied(status: number, body: string, headers: Readonly<Record<string, string>> = {}): string {
  const all = Object.entries({ 'content-type': 'application/json', ...headers, 'content-length': String(Buffer.byteLength(body)) });
  return `HTTP/1.1 ${status} Whatever\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}

export const answered = replied(
  200,
  JSON.stringify({ choices: [{ message: { content: 'Yes.' }, finish_reason: 'stop' }], usage: { completion_tokens: 2 } }),
);

/** The head of a stream whose body ends with the connection, and one piece of content. */
export const streamHead = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n';
export const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
export const piece = chunk(`data: ${JSON.stringify({ choices: [{ delta: { content: 'Yes' } }] })}\n\n`);
export const endMark = chunk(`data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: 'stop' }] })}\n\n`);

export interface Asked {
  readonly end: Promise<End>;
  readonly sent: Sent;
  readonly log: string[];
  readonly clock: WallClock;
}

export interface AskOptions extends Partial<UpstreamOptions> {
  readonly stream?: boolean;
  readonly maxIdleMs?: number;
  readonly maxHeaderMs?: number;
  readonly listener?: Partial<Listener>;
}

export function connectionsForTest(most = 8): HttpConnections {
  const connections = openConnections({ most });
  closing.push(() => connections.close());
  return connections;
}

/** Sends one attempt to an OpenAI-shaped server. */
export function ask(url: string, options: AskOptions = {}): Asked {
  const { stream = false, maxIdleMs, maxHeaderMs, listener, ...more } = options;
  const clock = new WallClock(realTime);
  const caller = dialectOf('openai').caller as Caller;
  const log: string[] = [];
  let sent: Sent | undefined;
  const end = new Promise<End>((resolve) => {
    const send = httpUpstream({
      url,
      caller,
      clock,
      connections: more.connections ?? connectionsForTest(),
      outgoing: () => caller.request({ model: 'big', text: 'Say a word.', stream, maxTokens: undefined }),
      ...more,
    });
    const request = { entity: 0, inputTokens: 1, outputTokens: 1, maxTokens: 1, stream };
    sent = send(
      {
        request,
        target: 'big',
        number: 0,
        ...(maxIdleMs !== undefined && { maxIdleMs }),
        ...(maxHeaderMs !== undefined && { maxHeaderMs }),
      },
      {
        first: () => log.push('first'),
        end(result) {
          log.push('end');
          resolve(result);
        },
        ...listener,
      },
    );
  });
  return { end, sent: sent as Sent, log, clock };
}
