import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { RealTime } from '../../kernel/wall-clock.ts';
import type { World } from '../world.ts';
import { sendProblems } from './problems.ts';
import { stateOf } from './state.ts';

/** So many pages may look on at once. */
export const mostListeners = 32;

/** Of real time, ms. */
const everyMs = 1000;

/**
 * `GET /_admin/events`: server-sent events named `state`, one at once and one a second, whose data is the JSON of `State`.
 * A listener that does not read misses snapshots; nothing piles up. With too many listeners the answer is 503.
 */
export function addEvents(admin: FastifyInstance, world: World): void {
  const events = new Events(world.watchTime, () => stateOf(world));
  admin.addHook('preClose', (done) => {
    events.close();
    done();
  });
  admin.get('/events', { exposeHeadRoute: false }, (_request, reply) => {
    if (!events.add(reply.raw)) return sendProblems(reply, 503, [`${mostListeners} listeners are the most; close one first`]);
    return reply.hijack();
  });
}

class Events {
  readonly #time: RealTime;
  readonly #snapshot: () => unknown;
  readonly #listeners = new Set<ServerResponse>();
  #stop: (() => void) | undefined;

  constructor(time: RealTime, snapshot: () => unknown) {
    this.#time = time;
    this.#snapshot = snapshot;
  }

  /** Begins to send; false when there are too many listeners. The response is the caller's no more. */
  add(response: ServerResponse): boolean {
    if (this.#listeners.size >= mostListeners) return false;
    this.#listeners.add(response);
    response.on('close', () => this.#remove(response));
    // A listener that is gone is no error of ours.
    response.on('error', () => this.#remove(response));
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(`retry: ${everyMs}\n\n${this.#event()}`);
    if (this.#stop === undefined) this.#wait();
    return true;
  }

  /** Ends every stream. */
  close(): void {
    for (const response of [...this.#listeners]) {
      this.#remove(response);
      response.end();
    }
  }

  #remove(response: ServerResponse): void {
    this.#listeners.delete(response);
    if (this.#listeners.size > 0) return;
    this.#stop?.();
    this.#stop = undefined;
  }

  #wait(): void {
    this.#stop = this.#time.wait(everyMs, () => {
      this.#wait();
      const event = this.#event();
      for (const response of this.#listeners) if (!response.writableNeedDrain) response.write(event);
    });
  }

  #event(): string {
    return `event: state\ndata: ${JSON.stringify(this.#snapshot())}\n\n`;
  }
}
