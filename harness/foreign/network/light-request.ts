import { EventEmitter } from 'node:events';
import type { LightSocket } from './light-socket.ts';

/** What a call asks, as the server sees it. */
export interface LightRequestOptions {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
  readonly socket: LightSocket;
}

/** As much of node:http's IncomingMessage as a server here reads. Its body comes, in one piece, once somebody waits for its end. */
export class LightRequest extends EventEmitter {
  readonly httpVersion = '1.1';
  readonly httpVersionMajor = 1;
  readonly httpVersionMinor = 1;
  readonly aborted = false;
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string | undefined>;
  readonly socket: LightSocket;
  complete = false;
  #body: Buffer | undefined;
  #begun = false;

  constructor({ method, url, headers, body, socket }: LightRequestOptions) {
    super();
    this.method = method;
    this.url = url;
    this.headers = headers;
    this.socket = socket;
    this.#body = body;
  }

  get connection(): LightSocket {
    return this.socket;
  }

  get destroyed(): boolean {
    return this.socket.destroyed;
  }

  override on(event: string, listener: (...args: unknown[]) => void): this {
    super.on(event, listener);
    if (event === 'end' && !this.#begun) {
      this.#begun = true;
      queueMicrotask(() => this.#deliver());
    }
    return this;
  }

  pause(): this {
    return this;
  }

  resume(): this {
    return this;
  }

  destroy(): this {
    this.socket.destroy();
    return this;
  }

  #deliver(): void {
    if (this.destroyed) return;
    const body = this.#body;
    this.#body = undefined;
    if (body !== undefined && body.length > 0) this.emit('data', body);
    this.complete = true;
    this.emit('end');
  }
}
