import { EventEmitter } from 'node:events';
import { servedAddress } from './served-host.ts';
import { lost } from './wire-errors.ts';

/** Who hears that a connection is lost. */
export interface ConnectionEnd {
  lost(why: Error): void;
}

/**
 * What a server sees of the connection of a call through the fast front. Kept for another call when one is over; for the server it
 * closes when its client leaves, or when the server itself closes or loses it.
 */
export class LightSocket extends EventEmitter {
  readonly remoteAddress = servedAddress.address;
  readonly remoteFamily = 'IPv4';
  readonly encrypted: boolean;
  destroyed = false;
  closed = false;
  /** Undefined between calls. */
  user: ConnectionEnd | undefined;

  constructor(encrypted: boolean) {
    super();
    this.encrypted = encrypted;
  }

  get writable(): boolean {
    return !this.destroyed;
  }

  /** Everything before it has arrived already. */
  write(_text: string, done?: () => void): boolean {
    done?.();
    return true;
  }

  setTimeout(): this {
    return this;
  }

  destroySoon(): void {
    this.destroy();
  }

  destroy(): this {
    return this.#lose(lost.closed);
  }

  resetAndDestroy(): this {
    return this.#lose(lost.reset);
  }

  /** The client leaves. */
  leave(): void {
    this.user = undefined;
    this.#close();
  }

  #lose(why: () => Error): this {
    if (this.destroyed) return this;
    const { user } = this;
    this.leave();
    user?.lost(why());
    return this;
  }

  #close(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.closed = true;
    this.emit('close', false);
  }
}
