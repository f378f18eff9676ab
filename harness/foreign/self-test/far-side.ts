import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Cell, cells } from './cells.ts';

/** What the far side sees of one call. */
export interface Seen {
  readonly method: string | undefined;
  readonly headers: object;
  readonly body: string;
  /** Instants, ms. */
  readonly at: number;
  /** The connection closed, whoever closed it. */
  closedAt?: number;
}

/** As the simulated provider says it. */
const keptMs = 600_000;

/** A server that listens nowhere, and what it sees of the calls to `/NAME OF A CELL`, in their order. */
export function farSide(nowMs: () => number): { readonly server: Server; readonly seen: Seen[] } {
  const seen: Seen[] = [];
  const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  const hear = (request: IncomingMessage, reply: ServerResponse): void => {
    const cell = cellAt(request.url);
    const { method, socket } = request;
    // About bytes on a connection, which one of the two has not.
    const { connection: _, 'accept-encoding': __, ...headers } = request.headers;
    let body = '';
    request.on('data', (bytes: Buffer) => {
      body += bytes.toString();
    });
    request.on('end', () => {
      const one: Seen = { method, headers, body, at: nowMs() };
      seen.push(one);
      const closed = (): void => {
        if (!reply.writableEnded) one.closedAt = nowMs();
      };
      socket.once('close', closed);
      void Promise.resolve(cell.answer(reply, wait)).then(() => reply.writableEnded && socket.off('close', closed));
    });
  };
  return { server: createServer({ keepAliveTimeout: keptMs }, hear), seen };
}

function cellAt(url: string | undefined): Cell {
  const found = cells.find(({ name }) => url === `/${encodeURIComponent(name)}`);
  if (found === undefined) throw new Error(`no cell at ${url}`);
  return found;
}
