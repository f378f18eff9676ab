import * as net from 'node:net';
import type * as tls from 'node:tls';
import { after, type Clock, eventClass } from '../../../sim/kernel/clock.ts';
import type { FarEnd } from './far-end.ts';
import { addressText, type ServedHost, servedAddress } from './served-host.ts';
import { secure, type TlsOptions, TlsVirtualSocket } from './tls-socket.ts';
import { inContext, join, VirtualSocket } from './virtual-socket.ts';

/** As much as is read of what node:net and node:tls take. */
interface Options extends TlsOptions {
  readonly port?: number | string;
  /** Of a socket in the file system; node:http says null where there is none. */
  readonly path?: string | null;
  readonly socket?: unknown;
  readonly timeout?: number;
}

type Normalized = [Options, (() => void) | null];

/** Node's own reading of `port, host, options, listener`; not in its types. */
const normalizeArgs = (net as unknown as { _normalizeArgs(args: unknown[]): Normalized })._normalizeArgs;

/** The first port that a system gives out by itself. */
const firstPort = 49_152;

interface Place {
  readonly host: ServedHost;
  readonly farEnd: FarEnd;
  readonly clock: Clock;
  readonly open: Set<VirtualSocket>;
  /** Of the next connection. */
  port: number;
}

/**
 * Puts connections in memory under node:net and node:tls, and so under all that is built upon them. Node's own `net.connect` makes a
 * socket and has it connect; that socket becomes a virtual one, also when a program makes it itself. Returns who counts the open ones.
 */
export function putConnectionsInMemory(host: ServedHost, farEnd: FarEnd, clock: Clock): () => number {
  const place: Place = { host, farEnd, clock, open: new Set(), port: firstPort };
  net.Socket.prototype.connect = function (this: net.Socket, ...args: unknown[]) {
    const [options, listener] = Array.isArray(args[0]) ? (args[0] as Normalized) : normalizeArgs(args);
    if (listener !== null) this.once('connect', listener);
    connect(this, options, { place, call: 'net.connect', prototype: VirtualSocket.prototype });
    return this;
  };
  const securely = (...args: unknown[]): net.Socket => {
    const [first, listener] = normalizeArgs(args);
    const more = args.slice(1).find((arg) => typeof arg === 'object' && arg !== null);
    const options: Options = { ...first, ...(more as Options | undefined) };
    const socket = new net.Socket(options as net.SocketConstructorOpts);
    if (listener !== null) socket.once('secureConnect', listener);
    if (options.timeout) socket.setTimeout(options.timeout);
    connect(socket, options, { place, call: 'tls.connect', prototype: TlsVirtualSocket.prototype });
    return socket;
  };
  Object.assign(tlsModule, { connect: securely });
  return () => place.open.size;
}

/** The object that CommonJS modules see: an ES module's namespace cannot be changed. */
const tlsModule = process.getBuiltinModule('node:tls') as typeof tls;

interface Way {
  readonly place: Place;
  readonly call: string;
  readonly prototype: VirtualSocket;
}

function connect(socket: net.Socket, options: Options, { place, call, prototype }: Way): void {
  const { port, path } = options;
  const name = options.host ?? 'localhost';
  setConnecting(socket, true);
  const own = !path && !options.socket && place.host.serves(name);
  if (!own) {
    const refusal = place.host.refuse(call, path || addressText(name, port));
    later(place.clock, () => socket.destroy(refusal));
    return;
  }
  const near = Object.setPrototypeOf(socket, prototype) as VirtualSocket;
  if (near instanceof TlsVirtualSocket) secure(near, options);
  const far = new VirtualSocket({ allowHalfOpen: true });
  join(near, far, { clock: place.clock, nearPort: place.port++, farPort: Number(port) });
  place.open.add(near);
  near.once('close', () => place.open.delete(near));
  later(place.clock, () => inContext(near, () => connected(near, far, place)));
}

/** Whoever asked for a connection has done what goes with it, as while a real one is made. */
function later(clock: Clock, run: () => void): void {
  after(clock, 0, run, eventClass.completion);
}

function connected(near: VirtualSocket, far: VirtualSocket, { farEnd, host }: Place): void {
  if (near.destroyed) return;
  farEnd.accept(far);
  near.emit('lookup', null, servedAddress.address, servedAddress.family, host.name);
  setConnecting(near, false);
  near.emit('connect');
  near.emit('ready');
  if (near instanceof TlsVirtualSocket) {
    near.secureConnecting = false;
    near.authorized = true;
    near.emit('secureConnect');
  }
  if (!near.destroyed && !near.isPaused()) near.read(0);
}

/** A field of Node's sockets that its types let nobody write. */
function setConnecting(socket: net.Socket, connecting: boolean): void {
  Object.assign(socket, { connecting });
}
