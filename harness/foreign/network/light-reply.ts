import { EventEmitter } from 'node:events';
import type { ConnectionEnd, LightSocket } from './light-socket.ts';

/** A header as servers give it. */
export type HeaderValue = string | number | readonly string[];

/** By lower-case names. */
export type HeaderMap = Readonly<Record<string, string>>;

export interface Head {
  readonly status: number;
  /** The reader's own. */
  readonly headers: Record<string, string>;
}

/** Who reads a reply: `whole` alone, or `head`, any number of `chunk`, and `end`. */
export interface ReplyReader extends ConnectionEnd {
  whole(head: Head, body: string | Uint8Array): void;
  head(head: Head): void;
  /** Bytes of the reader's own; false: no more for now. */
  chunk(bytes: Uint8Array): boolean;
  end(): void;
}

const text = new TextEncoder();

/** As much of node:http's ServerResponse as a server here writes. A reply that ends where it begins comes whole. */
export class LightReply extends EventEmitter {
  readonly socket: LightSocket;
  readonly #reader: ReplyReader;
  readonly #headers: Record<string, string> = {};
  statusCode = 200;
  headersSent = false;
  writableEnded = false;
  writableNeedDrain = false;
  /** The reader has the head. */
  #shown = false;

  constructor(socket: LightSocket, reader: ReplyReader) {
    super();
    this.socket = socket;
    this.#reader = reader;
  }

  get destroyed(): boolean {
    return this.socket.destroyed && !this.writableEnded;
  }

  get writableFinished(): boolean {
    return this.writableEnded;
  }

  get finished(): boolean {
    return this.writableEnded;
  }

  getHeader(name: string): string | undefined {
    return this.hasHeader(name) ? this.#headers[name.toLowerCase()] : undefined;
  }

  getHeaders(): Record<string, string> {
    return { ...this.#headers };
  }

  hasHeader(name: string): boolean {
    return Object.hasOwn(this.#headers, name.toLowerCase());
  }

  setHeader(name: string, value: HeaderValue): this {
    this.#headers[name.toLowerCase()] = (typeof value === 'object' ? value.join(', ') : String(value)).trim();
    return this;
  }

  removeHeader(name: string): void {
    delete this.#headers[name.toLowerCase()];
  }

  writeHead(status: number, ...rest: readonly unknown[]): this {
    this.statusCode = status;
    const headers = rest.at(-1);
    if (typeof headers === 'object' && headers !== null)
      for (const name of Object.keys(headers)) this.setHeader(name, (headers as Record<string, HeaderValue>)[name] ?? '');
    this.headersSent = true;
    return this;
  }

  flushHeaders(): void {
    if (this.#shown) return;
    this.headersSent = true;
    this.#shown = true;
    this.#reader.head({ status: this.statusCode, headers: this.#headers });
  }

  write(chunk: string | Uint8Array, encoding?: BufferEncoding): boolean {
    if (this.writableEnded || this.socket.destroyed) return false;
    this.flushHeaders();
    if (chunk.length === 0) return true;
    this.writableNeedDrain = !this.#reader.chunk(ownBytes(chunk, encoding));
    return !this.writableNeedDrain;
  }

  end(chunk?: string | Uint8Array | null, encoding?: BufferEncoding | null): this {
    if (this.writableEnded || this.socket.destroyed) return this;
    if (this.#shown) {
      if (chunk) this.write(chunk, encoding ?? 'utf8');
      this.writableEnded = true;
      this.#reader.end();
    } else {
      this.headersSent = true;
      this.writableEnded = true;
      const whole = typeof chunk === 'string' && (encoding ?? 'utf8') !== 'utf8' ? ownBytes(chunk, encoding ?? 'utf8') : (chunk ?? '');
      this.#reader.whole({ status: this.statusCode, headers: this.#headers }, whole);
    }
    if (this.listenerCount('finish') + this.listenerCount('close') > 0) process.nextTick(finished, this);
    return this;
  }

  destroy(): this {
    if (!this.writableEnded) this.socket.destroy();
    return this;
  }

  /** The reader takes more. */
  drain(): void {
    if (!this.writableNeedDrain) return;
    this.writableNeedDrain = false;
    this.emit('drain');
  }
}

function finished(reply: LightReply): void {
  reply.emit('finish');
  reply.emit('close');
}

/** In memory that the reader may give away: Node's buffers share theirs. */
function ownBytes(chunk: string | Uint8Array, encoding: BufferEncoding = 'utf8'): Uint8Array {
  if (typeof chunk !== 'string') return new Uint8Array(chunk);
  return encoding === 'utf8' || encoding === 'utf-8' ? text.encode(chunk) : new Uint8Array(Buffer.from(chunk, encoding));
}
