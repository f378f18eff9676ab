import type { Server } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { Clock } from '../../../sim/kernel/clock.ts';
import { putConnectionsInMemory } from './connect.ts';
import { farEndOf } from './far-end.ts';
import { createFastFetch } from './fast-fetch.ts';
import { putSessionsInOrder } from './http2-sessions.ts';
import { putNamesInMemory } from './names.ts';
import { servedHost } from './served-host.ts';
import { putSocketTimeoutsOn } from './socket-timeouts.ts';

export interface NetworkOptions {
  /** Timeouts of sockets wait here, and undici's limits for heads and bodies. */
  readonly clock: Clock;
  /** Of the simulated provider; ready, not listening. */
  readonly server: Server;
  /** The one name that is served, such as `provider.localhost`, on any port, as http and https. */
  readonly host: string;
  /** Leaves Node's own fetch in place, over the virtual sockets. */
  readonly keepFetch?: boolean;
  /** Told of every address that is not served, with the call that asked for it. */
  readonly refused?: (what: string) => void;
}

export interface Network {
  /** Connections and calls that are open. */
  readonly sockets: () => number;
}

/**
 * Puts a network of one host under this thread: fetch, node:net, node:tls, and all that is built upon them, end in a server that never
 * listens. Once a thread, before any module that is to use it is loaded, and not to be undone.
 */
export function installNetwork({ clock, server, host: name, keepFetch = false, refused }: NetworkOptions): Network {
  const host = servedHost(name, refused);
  putSocketTimeoutsOn(clock);
  const connections = putConnectionsInMemory(host, farEndOf(server), clock);
  putSessionsInOrder();
  putNamesInMemory(host);
  syncBuiltinESMExports();
  if (keepFetch) return { sockets: connections };
  const fast = createFastFetch({ clock, server, host, own: globalThis.fetch });
  globalThis.fetch = fast.fetch;
  return { sockets: () => connections() + fast.open() };
}
