import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Connections } from '../../sim/server/connections.ts';

/** Knows who is still there: each caller until its answer has gone out whole, or until it leaves. */
export class Callers {
  readonly #connections = new Connections();
  #waiting = 0;

  /** Callers whose answers have not gone out whole. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Calls `over` once when there is nobody, or nothing, to be answered any more. */
  watch(socket: Socket, response: ServerResponse, over: () => void): void {
    let there = true;
    const gone = (): void => {
      if (!there) return;
      there = false;
      this.#waiting -= 1;
      this.#connections.unwatch(socket, user);
      over();
    };
    const user = { gone };
    this.#waiting += 1;
    // A caller that is gone is no error of ours.
    response.on('error', () => {});
    response.once('close', gone);
    // An answer that waits behind another one on its connection hears nothing when that closes.
    this.#connections.watch(socket, user);
  }
}
