import type * as http2 from 'node:http2';
import { Socket } from 'node:net';

/** What HTTP/2 puts around a socket without a handle; not in Node's types. */
interface Wrapped {
  readonly stream?: unknown;
}

/** The object that CommonJS modules see: an ES module's namespace cannot be changed. */
const http2Module = process.getBuiltinModule('node:http2') as typeof http2;

/**
 * Lets sessions of HTTP/2 say that they are connected when their connection in memory is, and never where it is refused: Node takes
 * a socket without a handle for one that is connected from the start.
 */
export function putSessionsInOrder(): void {
  const { connect } = http2Module;
  const inOrder = (...args: Parameters<typeof connect>): http2.ClientHttp2Session => {
    const session = connect(...args);
    const { emit } = session;
    session.emit = (event: string | symbol, ...said: unknown[]): boolean => {
      const under = event === 'connect' ? (said[1] as Wrapped | undefined)?.stream : undefined;
      if (!(under instanceof Socket && under.connecting)) return emit.call(session, event, ...said);
      const secure = 'secureConnecting' in under && under.secureConnecting === true;
      under.once(secure ? 'secureConnect' : 'connect', () => emit.call(session, event, ...said));
      return session.listenerCount(event) > 0;
    };
    return session;
  };
  Object.assign(http2Module, { connect: inOrder });
}
