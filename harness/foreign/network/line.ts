import type { AsyncResource } from 'node:async_hooks';
import type { Clock, Micros } from '../../../sim/kernel/clock.ts';

/** One end's address. */
export interface Address {
  readonly address: string;
  readonly port: number;
  readonly family: 'IPv4';
}

export type Done = (error?: Error | null) => void;

/** What one end of a connection knows. */
export interface Line<End> {
  /** Undefined: it is gone. */
  far: End | undefined;
  readonly local: Address;
  readonly remote: Address;
  bytesRead: number;
  bytesWritten: number;
  readonly clock: Clock;
  /** The context of whoever made the connection, in which its events come. */
  readonly context: AsyncResource;
  /** When something was last sent to it. */
  fedAt: Micros;
  /** The other end's write that waits until this one reads on. */
  held: Done | undefined;
}

interface End {
  readonly line: Line<unknown>;
  readonly connecting: boolean;
  readonly writableLength: number;
}

/** What sockets say of their line. Node's types have it as fields, which no class may make accessors. */
export const lineFields: Readonly<Record<string, (this: End) => unknown>> = {
  bytesRead() {
    return this.line.bytesRead;
  },
  bytesWritten() {
    return this.line.bytesWritten + this.writableLength;
  },
  pending() {
    return this.connecting;
  },
  remoteAddress() {
    return this.line.remote.address;
  },
  remotePort() {
    return this.line.remote.port;
  },
  remoteFamily() {
    return this.line.remote.family;
  },
  localAddress() {
    return this.line.local.address;
  },
  localPort() {
    return this.line.local.port;
  },
  localFamily() {
    return this.line.local.family;
  },
};
