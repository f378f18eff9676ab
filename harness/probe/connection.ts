import type { Socket } from 'node:net';

/**
 * One connection of autocannon 9, including what its documentation leaves out. Its own loop sends the next request the
 * moment the last one ended, again and again where nobody listens, and after a lost connection it takes the rest of one
 * reply for the next one. A probe replaces the one place where it decides to send, and needs the rest to put it right.
 */
export interface Connection {
  readonly conn: Socket;
  readonly parser: Parser;
  readonly destroyed: boolean;
  /** The requests under way. */
  readonly pipelinedRequests: { clear(): void };
  /** Sends the next request. Called after every reply and on every new connection. */
  _doRequest(): void;
  /** Closes the connection and opens another. */
  _resetConnection(): void;
  /** Closes the connection for good. */
  destroy(): void;
  on(event: 'connError', listener: (error: NodeJS.ErrnoException) => void): unknown;
  /** A part of a body. */
  on(event: 'body', listener: (piece: Uint8Array) => void): unknown;
  /** Names and values of the headers in turn. */
  on(event: 'headers', listener: (head: { readonly statusCode: number; readonly headers: readonly string[] }) => void): unknown;
}

/** The part of http-parser-js that is used. */
export interface Parser {
  /** Forgets what was read so far. */
  initialize(type: 'RESPONSE'): void;
  /** The connection has ended: a body of unknown length is whole. */
  finish(): unknown;
}

/** Where the parser keeps what it calls after a message. */
const onMessageComplete = 4;

/** Lets the parser report a message only when `expected` says so; autocannon fails on any other. */
export function onlyExpected(parser: Parser, expected: () => boolean): void {
  const handlers = parser as unknown as Record<number, () => void>;
  const complete = handlers[onMessageComplete];
  if (complete === undefined) throw new Error('autocannon has changed: its parser reports no end of a message');
  handlers[onMessageComplete] = () => {
    if (expected()) complete();
  };
}
