import http2 from 'node:http2';
import { Duplex } from 'node:stream';
import { type AnyFunction, dressed, holderOf, replace } from './replace.ts';
import type { VirtualTimers } from './timers.ts';

interface Idle extends NodeJS.EventEmitter {
  destroyed: boolean;
  timeout: number;
  _onTimeout(): void;
  [member: symbol]: unknown;
}

/**
 * `setTimeout` of http2's sessions and streams on the virtual clock. Node's timers there are internal ones; its objects keep
 * them under a symbol, refresh them there when something moves, and clear them when they are destroyed: ours lie there too.
 * The two prototypes are reached through a session that never speaks.
 */
export function installHttp2Timeouts(timers: VirtualTimers): void {
  const nowhere = new Duplex({ read: () => {}, write: (_chunk, _encoding, done) => done() });
  const session = http2.connect('http://localhost', { createConnection: () => nowhere });
  const stream = session.request({ ':path': '/' });
  for (const one of [session, stream]) {
    one.on('error', () => {});
    replaceSetTimeout(one as unknown as Idle, timers);
  }
  stream.destroy();
  session.destroy();
}

function replaceSetTimeout(one: Idle, { setTimeout }: VirtualTimers): void {
  const holder = holderOf(one, 'setTimeout');
  const kept = symbolOf(one, 'timeout');
  const move = symbolOf(holder ?? one, 'kUpdateTimer');
  if (holder === undefined || kept === undefined || move === undefined)
    throw new Error('this version of Node keeps http2 timeouts elsewhere');
  const real = Reflect.get(holder, 'setTimeout') as AnyFunction;
  const owner = symbolOf(one, 'kSession');
  function setIdleTimeout(this: Idle, ms: number, callback?: () => void): Idle {
    if (this.destroyed) return this;
    // Node's own words for what is no delay, or no function.
    if (typeof ms !== 'number' || !(ms >= 0 && ms <= 2_147_483_647) || (callback !== undefined && typeof callback !== 'function'))
      return real.call(this, ms, callback) as Idle;
    this.timeout = ms;
    (this[kept as symbol] as { close?(): void } | null)?.close?.();
    if (ms === 0) {
      if (callback !== undefined) this.removeListener('timeout', callback);
      return this;
    }
    this[kept as symbol] = setTimeout(() => this._onTimeout(), ms).unref();
    const session = owner === undefined ? undefined : (this[owner] as Idle | undefined);
    (session?.[move as symbol] as AnyFunction | undefined)?.call(session);
    if (callback !== undefined) this.once('timeout', callback);
    return this;
  }
  replace(holder, 'setTimeout', dressed(setIdleTimeout, real));
}

function symbolOf(target: object, description: string): symbol | undefined {
  return Object.getOwnPropertySymbols(target).find((symbol) => symbol.description === description);
}
