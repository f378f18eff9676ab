import type { ServerResponse } from 'node:http';
import { constants, type ServerHttp2Stream } from 'node:http2';
import { bodyOf, headersOf, type WholeReply } from './send-error.ts';

type Headers = Readonly<Record<string, string>>;

/** Whoever writes through an outlet. */
export interface OutletUser {
  /** Runs something a few milliseconds on. */
  later(run: () => void): void;
  /** A connection that was blocked takes more. */
  drained(): void;
}

/** A response being written, and the ways to end it. One of the last four is called once. */
export class Outlet {
  private readonly response: ServerResponse;
  private readonly user: OutletUser;
  /** There is no connection: fastify's `inject` collects the answer. */
  private readonly injected: boolean;
  private encoding: BufferEncoding = 'utf8';
  /** The head is made and not on its way. */
  private held = false;
  /** Go with whatever is sent first. */
  headers: Headers = {};

  constructor(response: ServerResponse, user: OutletUser) {
    this.response = response;
    this.injected = response.socket !== null && !('resetAndDestroy' in response.socket);
    this.user = user;
  }

  /** The head is made. */
  get begun(): boolean {
    return this.response.headersSent;
  }

  /** The connection takes nothing more for now. */
  get blocked(): boolean {
    return this.response.writableNeedDrain && !this.injected;
  }

  /**
   * Makes the head of a body whose length nobody knows yet; `encoding` makes its text bytes. It goes with what is written
   * next, or with `flush`.
   */
  begin(headers: Headers, encoding: BufferEncoding = 'utf8'): void {
    this.encoding = encoding;
    this.response.writeHead(200, { ...headers, ...this.headers });
    this.held = true;
  }

  write(text: string): void {
    this.held = false;
    if (!this.response.write(text, this.encoding)) this.response.once('drain', () => this.user.drained());
  }

  /** Sends a head that nothing was written to. */
  flush(): void {
    if (!this.held) return;
    this.held = false;
    this.response.flushHeaders();
  }

  /** Ends a body that has begun. */
  end(text: string): void {
    this.held = false;
    this.response.end(text, this.encoding);
  }

  /** Sends a whole reply. */
  reply(reply: WholeReply): void {
    const text = bodyOf(reply);
    this.response.writeHead(reply.status, headersOf(reply, text, this.headers));
    this.response.end(text);
  }

  /** Closes the connection in good order, short of the end that the body was to have. */
  hangUp(): void {
    const { socket } = this.response;
    this.flush();
    if (this.loseStream()) return;
    if (socket === null || this.injected) this.response.destroy();
    else socket.destroySoon();
  }

  /**
   * Loses the connection; what was written before is on its way. Not at once: a client that finds data and the loss in one
   * look takes it for an end in good order.
   */
  drop(): void {
    const { socket } = this.response;
    this.flush();
    if (this.loseStream()) return;
    if (socket === null || this.injected) this.response.destroy();
    else socket.write('', () => this.user.later(() => socket.resetAndDestroy()));
  }

  /** Over HTTP/2 an answer is lost with its stream alone: other answers are under way on the connection. False elsewhere. */
  private loseStream(): boolean {
    if (!('stream' in this.response)) return false;
    const stream = this.response.stream as ServerHttp2Stream;
    this.user.later(() => stream.close(constants.NGHTTP2_INTERNAL_ERROR));
    return true;
  }
}
