import type { ServerResponse } from 'node:http';
import { constants, type ServerHttp2Stream } from 'node:http2';
import { Socket } from 'node:net';
import { bodyOf, headersOf, type WholeReply } from './send-error.ts';

type Headers = Readonly<Record<string, string>>;

/** Whoever writes through an outlet. */
export interface OutletUser {
  /** Runs something a few milliseconds on. */
  later(run: () => void): void;
  /** A connection that was blocked takes more. */
  drained(): void;
}

/** What ends a body in chunks (RFC 9112, 7.1). */
const lastChunk = '0\r\n\r\n';

/** A response being written, and the ways to end it. One of the last four is called once. */
export class Outlet {
  private readonly response: ServerResponse;
  private readonly user: OutletUser;
  /** There is no connection: fastify's `inject` collects the answer. */
  private readonly injected: boolean;
  private encoding: BufferEncoding = 'utf8';
  /** The head is made and not on its way. */
  private held = false;
  /** The body's chunks are made here: Node hands each over in four pieces, which costs as much as all the rest. */
  private chunked = false;
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
    const { response } = this;
    response.writeHead(200, { ...headers, ...this.headers });
    this.held = true;
    this.chunked = response.chunkedEncoding === true && !this.injected;
    if (this.chunked) response.chunkedEncoding = false;
  }

  /** What is written until the connection is uncorked, or until the end, goes in one piece. */
  hold(): Socket | undefined {
    const connection = this.connection();
    connection?.cork();
    return connection;
  }

  write(text: string): void {
    if (text === '') return;
    this.held = false;
    const more = this.chunked ? this.put(this.chunkOf(text)) : this.put(text);
    if (!more) this.response.once('drain', () => this.user.drained());
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
    this.finish(this.chunked ? (text === '' ? '' : this.chunkOf(text)) + lastChunk : text);
  }

  /** Sends a whole reply. */
  reply(reply: WholeReply): void {
    const text = bodyOf(reply);
    this.response.writeHead(reply.status, headersOf(reply, text, this.headers));
    this.finish(text);
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

  /** Where the answer goes now; undefined while it waits behind another one, and over HTTP/2, where many share one. */
  private connection(): Socket | undefined {
    const { socket } = this.response;
    return socket instanceof Socket && !('stream' in this.response) ? socket : undefined;
  }

  private chunkOf(text: string): string {
    return `${Buffer.byteLength(text, this.encoding).toString(16)}\r\n${text}\r\n`;
  }

  private put(text: string): boolean {
    const { encoding } = this;
    // The same bytes, in a third of the time.
    const plain = encoding === 'utf8' && Buffer.byteLength(text) === text.length;
    return this.response.write(text, plain ? 'latin1' : encoding);
  }

  /** Writes the rest and ends: in one piece, where `response.end` hands over a second, empty one. */
  private finish(text: string): void {
    const connection = this.connection();
    if (connection === undefined || text === '') {
      this.response.end(text, this.encoding);
      return;
    }
    connection.cork();
    this.put(text);
    while (connection.writableCorked > 0) connection.uncork();
    this.response.end();
  }

  /** Over HTTP/2 an answer is lost with its stream alone: other answers are under way on the connection. False elsewhere. */
  private loseStream(): boolean {
    if (!('stream' in this.response)) return false;
    const stream = this.response.stream as ServerHttp2Stream;
    this.user.later(() => stream.close(constants.NGHTTP2_INTERNAL_ERROR));
    return true;
  }
}
