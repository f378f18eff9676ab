import { AsyncResource } from 'node:async_hooks';
import * as http2 from 'node:http2';
import { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { type Clock, eventClass, Timer } from '../../../sim/kernel/clock.ts';

/** Of a socket, an HTTP/2 session or one of its streams. */
interface Timed {
  readonly destroyed: boolean;
  timeout?: number;
  _onTimeout(): void;
  once(event: 'timeout', listener: () => void): unknown;
  removeListener(event: 'timeout', listener: () => void): unknown;
  setTimeout(ms: number, listener?: () => void): unknown;
  [key: symbol]: unknown;
}

/**
 * Lets the timeouts of sockets, and of HTTP/2's sessions and streams, wait on `clock`: Node's own are internal timers that nobody can
 * reach. Node refreshes what is kept under its symbol whenever something comes or goes, and clears it by its two fields.
 */
export function putSocketTimeoutsOn(clock: Clock): void {
  const key = timeoutKey();
  const setTimeout = function (this: Timed, ms: number, listener?: () => void): Timed {
    if (this.destroyed) return this;
    const delay = durationOf(ms);
    this.timeout = ms;
    clear(this[key]);
    if (delay > 0) {
      this[key] = new SocketTimeout(clock, delay, () => this._onTimeout());
      if (listener !== undefined) this.once('timeout', listener);
    } else if (listener !== undefined) this.removeListener('timeout', listener);
    return this;
  };
  for (const prototype of [Socket.prototype, ...http2Prototypes()]) {
    Object.defineProperty(prototype, 'setTimeout', { value: setTimeout, writable: true, configurable: true, enumerable: true });
  }
}

class SocketTimeout extends Timer {
  readonly #clock: Clock;
  readonly #micros: number;
  readonly #run: () => void;
  readonly #context = new AsyncResource('VIRTUALTIMEOUT');

  constructor(clock: Clock, ms: number, run: () => void) {
    super();
    this.#clock = clock;
    this.#micros = Math.round(ms * 1000);
    this.#run = run;
    this.refresh();
  }

  refresh(): this {
    this.#clock.arm(this, this.#clock.now() + this.#micros, eventClass.timeout);
    return this;
  }

  fire(): void {
    this.#context.runInAsyncScope(this.#run);
  }

  clear(): void {
    this.#clock.disarm(this);
  }

  /** Node's own clearTimeout sets it to null, and asks `_destroyed` whether anything is left to do. */
  get _onTimeout(): (() => void) | null {
    return this.armed ? this.#run : null;
  }

  set _onTimeout(_none: unknown) {
    this.clear();
  }

  get _destroyed(): boolean {
    return true;
  }

  set _destroyed(_value: boolean) {}
}

function clear(timeout: unknown): void {
  if (timeout instanceof SocketTimeout) timeout.clear();
}

/** As Node takes durations of sockets: no fraction is lost, more than a timer keeps is cut. */
function durationOf(ms: number): number {
  if (typeof ms !== 'number')
    throw Object.assign(new TypeError('The "msecs" argument must be of type number'), { code: 'ERR_INVALID_ARG_TYPE' });
  if (!(ms >= 0 && Number.isFinite(ms)))
    throw Object.assign(new RangeError(`The value of "msecs" is out of range. It must be a non-negative finite number. Received ${ms}`), {
      code: 'ERR_OUT_OF_RANGE',
    });
  return Math.min(ms, 2_147_483_647);
}

/** The symbol under which Node keeps the timeout of a socket. */
function timeoutKey(): symbol {
  const socket = new Socket();
  socket.setTimeout(1_000_000);
  const keys = Object.getOwnPropertySymbols(socket);
  const found = keys.find((key) => typeof (socket as unknown as Record<symbol, { refresh?: unknown }>)[key]?.refresh === 'function');
  socket.setTimeout(0);
  socket.destroy();
  if (found === undefined) throw new Error('this version of Node keeps the timeouts of its sockets elsewhere');
  return found;
}

/** Of sessions and of streams, which Node does not export. */
function http2Prototypes(): readonly object[] {
  const wire = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
  const session = http2.connect('http://localhost', { createConnection: () => wire });
  session.on('error', () => {});
  const stream = session.request();
  stream.on('error', () => {});
  const prototypes = [session, stream].map((one) => owner(one, 'setTimeout'));
  session.destroy();
  wire.destroy();
  return prototypes;
}

/** The prototype that has the method. */
function owner(of: object, method: string): object {
  let prototype = Object.getPrototypeOf(of) as object;
  while (!Object.hasOwn(prototype, method)) prototype = Object.getPrototypeOf(prototype) as object;
  return prototype;
}
