import type { ServerResponse } from 'node:http';
import { bodyOf, headersOf, type WholeReply } from './send-error.ts';

type Headers = Readonly<Record<string, string>>;

/** A response being written, and the ways to end it. One of the last four is called once. */
export class Outlet {
  readonly #response: ServerResponse;
  readonly #later: (run: () => void) => void;
  #encoding: BufferEncoding = 'utf8';
  /** Go with whatever is sent first. */
  headers: Headers = {};

  /** `later` runs something a few milliseconds on. */
  constructor(response: ServerResponse, later: (run: () => void) => void) {
    this.#response = response;
    this.#later = later;
  }

  /** The head is sent. */
  get begun(): boolean {
    return this.#response.headersSent;
  }

  /** The connection takes nothing more for now; the response says `drain` when it does. */
  get blocked(): boolean {
    return this.#response.writableNeedDrain;
  }

  /** Sends the head of a body whose length nobody knows yet; `encoding` makes its text bytes. */
  begin(headers: Headers, encoding: BufferEncoding = 'utf8'): void {
    this.#encoding = encoding;
    this.#response.writeHead(200, { ...headers, ...this.headers });
    this.#response.flushHeaders();
  }

  write(text: string): void {
    this.#response.write(text, this.#encoding);
  }

  /** Ends a body that has begun. */
  end(text: string): void {
    this.#response.end(text, this.#encoding);
  }

  /** Sends a whole reply. */
  reply(reply: WholeReply): void {
    const text = bodyOf(reply);
    this.#response.writeHead(reply.status, headersOf(reply, text, this.headers));
    this.#response.end(text);
  }

  /** Closes the connection in good order, short of the end that the body was to have. */
  hangUp(): void {
    const { socket } = this.#response;
    if (socket === null) this.#response.destroy();
    else socket.destroySoon();
  }

  /**
   * Loses the connection; what was written before is on its way. Not at once: a client that finds data and the loss in one
   * look takes it for an end in good order.
   */
  drop(): void {
    const { socket } = this.#response;
    if (socket === null) this.#response.destroy();
    else socket.write('', () => this.#later(() => socket.resetAndDestroy()));
  }
}
