import { AsyncResource } from 'node:async_hooks';
import { Socket } from 'node:net';
import { after, type Clock, eventClass } from '../../../sim/kernel/clock.ts';
import { type Address, type Done, type Line, lineFields } from './line.ts';
import { systemError } from './wire-errors.ts';

interface Chunk {
  readonly chunk: Uint8Array | string;
  readonly encoding: BufferEncoding;
}

/**
 * One end of a connection in memory; the other end is another one. What is written is handed over in the next tick, and a writer waits
 * while its reader's buffer is full. Ends, losses and addresses are as over TCP.
 */
export class VirtualSocket extends Socket {
  /** Only `join` sets it. */
  declare line: Line<VirtualSocket>;

  override address(): Address {
    return this.line.local;
  }
  override ref(): this {
    return this;
  }
  override unref(): this {
    return this;
  }
  override setNoDelay(): this {
    return this;
  }
  override setKeepAlive(): this {
    return this;
  }

  override _read(): void {
    const done = this.line.held;
    this.line.held = undefined;
    done?.();
  }

  override _write(chunk: Uint8Array | string, encoding: BufferEncoding, done: Done): void {
    this.transmit(() => bytesOf({ chunk, encoding }), done);
  }

  override _writev(chunks: Chunk[], done: Done): void {
    this.transmit(() => Buffer.concat(chunks.map(bytesOf)), done);
  }

  override _final(done: Done): void {
    if (this.connecting) {
      this.once('connect', () => this._final(done));
      return;
    }
    const { far } = this.line;
    if (far !== undefined) tell(far, ended);
    done();
  }

  override _destroy(error: Error | null, done: Done): void {
    const { far } = this.line;
    this.line.far = undefined;
    if (far !== undefined) tell(far, abandoned);
    super._destroy(error, done);
  }

  override resetAndDestroy(): this {
    const { far } = this.line;
    this.line.far = undefined;
    if (far !== undefined) tell(far, reset);
    this.destroy();
    return this;
  }

  private transmit(bytes: () => Buffer, done: Done): void {
    if (this.connecting) {
      this.once('connect', () => this.transmit(bytes, done));
      return;
    }
    const { far } = this.line;
    if (far === undefined) {
      done(systemError('EPIPE', 'write'));
      return;
    }
    const sent = bytes();
    far.line.fedAt = this.line.clock.now();
    this.line.bytesWritten += sent.length;
    refresh(this);
    process.nextTick(deliver, far, sent, done);
  }
}

for (const [name, get] of Object.entries(lineFields)) Object.defineProperty(VirtualSocket.prototype, name, { get, configurable: true });

/** What two ends have in common. */
export interface Joint {
  readonly clock: Clock;
  readonly nearPort: number;
  readonly farPort: number;
}

/** A server's end has nobody's context: whoever opened a connection is not who sends on it later. */
const ofServers = new AsyncResource('VIRTUALSOCKET');

/** Makes two sockets the ends of one connection. */
export function join(near: VirtualSocket, far: VirtualSocket, { clock, nearPort, farPort }: Joint): void {
  const local = { address: '127.0.0.1', port: nearPort, family: 'IPv4' } as const;
  const remote = { address: '127.0.0.1', port: farPort, family: 'IPv4' } as const;
  const more = { clock, fedAt: -1, bytesRead: 0, bytesWritten: 0, held: undefined };
  near.line = { far, local, remote, context: new AsyncResource('VIRTUALSOCKET'), ...more };
  far.line = { far: near, local: remote, remote: local, context: ofServers, ...more };
}

/**
 * Tells one end what became of the other one. Not in one look with data of the same instant, which a client would take for something
 * else: once everybody has done with those.
 */
function tell(socket: VirtualSocket, what: (socket: VirtualSocket) => void): void {
  const { clock, fedAt } = socket.line;
  if (fedAt === clock.now()) after(clock, 0, () => inContext(socket, () => what(socket)), eventClass.completion);
  else process.nextTick(inContext, socket, () => what(socket));
}

/** Runs what is of one end alone. */
export function inContext<Value>({ line }: VirtualSocket, run: () => Value): Value {
  return line.context.runInAsyncScope(run);
}

function deliver(to: VirtualSocket, bytes: Buffer, done: Done): void {
  if (to.destroyed) {
    done();
    return;
  }
  to.line.bytesRead += bytes.length;
  refresh(to);
  if (inContext(to, () => to.push(bytes))) done();
  else to.line.held = done;
}

/** The other end writes no more. */
function ended(socket: VirtualSocket): void {
  if (socket.destroyed || socket.readableEnded) return;
  socket.push(null);
  // 'end' comes without a reader too.
  socket.read(0);
}

/** The other end is gone: to be read is what came, and to write is nothing any more. */
function abandoned(socket: VirtualSocket): void {
  socket.line.far = undefined;
  const { held } = socket.line;
  socket.line.held = undefined;
  ended(socket);
  held?.();
}

function reset(socket: VirtualSocket): void {
  socket.line.far = undefined;
  if (!socket.destroyed) socket.destroy(systemError('ECONNRESET', 'read'));
}

function bytesOf({ chunk, encoding }: Chunk): Buffer {
  // A copy: the writer may use its own again as soon as it is told that it was taken.
  return typeof chunk === 'string' ? Buffer.from(chunk, encoding) : Buffer.from(chunk);
}

/** Something came or went: Node's own method, which its types leave out. */
function refresh(socket: Socket): void {
  (socket as unknown as { _unrefTimer(): void })._unrefTimer();
}
