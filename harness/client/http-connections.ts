import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { Agent } from 'undici';

/** A connection that takes longer than this to be made is none, ms of real time. */
const connectMs = 10_000;

export interface ConnectionOptions {
  /** Open at once to one origin; an attempt that finds none free waits for one. */
  readonly most: number;
}

/** Connections to any number of origins. */
export interface HttpConnections {
  readonly agent: Agent;
  /** Closes all of them at once; what is under way fails. */
  close(): Promise<void>;
}

/** How far a connection had been read when a request was put on it. */
export interface Line {
  readonly socket: Socket;
  readonly readBefore: number;
}

/** Whoever puts a request on a connection, for the moment at which that happens. */
let sending: { line: Line | undefined } | undefined;

// The library says which connection a request goes to on this channel alone, right after it has told the request itself.
subscribe('undici:client:sendHeaders', (message) => {
  const { socket } = message as { readonly socket: Socket };
  if (sending !== undefined) sending.line = { socket, readBefore: socket.bytesRead };
  sending = undefined;
});

/** Has `line` of `request` set when, in a moment, it is put on a connection. */
export function noteLineOf(request: { line: Line | undefined }): void {
  sending = request;
}

/**
 * Connections on which attempts wait as long as they like: silence is measured by whoever sends, and the library's own
 * limits of 300 s on headers and bodies would end long answers in secret.
 */
export function openConnections({ most }: ConnectionOptions): HttpConnections {
  const agent = new Agent({ connections: most, pipelining: 1, headersTimeout: 0, bodyTimeout: 0, connect: { timeout: connectMs } });
  return { agent, close: () => agent.destroy() };
}
