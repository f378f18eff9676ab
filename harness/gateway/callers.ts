import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Connections, type ConnectionUser } from '../../sim/server/connections.ts';

/** Somebody who has begun to call. */
export interface Caller {
  /** Called once when there is nobody, or nothing, to be answered any more; undefined: nobody is told. */
  left: (() => void) | undefined;
}

/** Knows who is still there: each caller from the head of its call until its answer has gone out whole, or until it leaves. */
export class Callers {
  readonly #connections = new Connections();
  #waiting = 0;

  /** Callers whose answers have not gone out whole. */
  get waiting(): number {
    return this.#waiting;
  }

  watch(socket: Socket, response: ServerResponse): Caller {
    let there = true;
    const caller: Caller & ConnectionUser = {
      left: undefined,
      gone: () => {
        if (!there) return;
        there = false;
        this.#waiting -= 1;
        this.#connections.unwatch(socket, caller);
        caller.left?.();
      },
    };
    this.#waiting += 1;
    // A caller that is gone is no error of ours.
    response.on('error', () => {});
    response.once('close', caller.gone);
    // An answer that waits behind another one on its connection hears nothing when that closes.
    this.#connections.watch(socket, caller);
    return caller;
  }
}
