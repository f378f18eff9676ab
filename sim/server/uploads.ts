import type { IncomingMessage } from 'node:http';
import type { Connections } from './connections.ts';
import type { World } from './world.ts';

/** Follows requests from their head to the end of their body, so that each is counted once, whatever becomes of it. */
export class Uploads {
  readonly #world: World;
  readonly #connections: Connections;
  readonly #open = new Map<IncomingMessage, () => void>();

  constructor(world: World, connections: Connections) {
    this.#world = world;
    this.#connections = connections;
  }

  /** The head of a request is there. */
  begin(request: IncomingMessage): void {
    const { books } = this.#world;
    books.received += 1;
    books.uploading += 1;
    const unwatch = this.#connections.watch(request.socket, () => this.#end(request, 'abandoned'));
    this.#open.set(request, unwatch);
  }

  /** It goes to a model. */
  complete(request: IncomingMessage): void {
    this.#end(request, undefined);
  }

  /** It is answered without one. */
  rejected(request: IncomingMessage): void {
    this.#end(request, 'rejected');
  }

  /** Counts those that are under way in books that have nothing yet. */
  restart(open: readonly IncomingMessage[]): void {
    for (const request of open) if (!request.socket.destroyed) this.begin(request);
  }

  /** Under way. */
  get open(): readonly IncomingMessage[] {
    return [...this.#open.keys()];
  }

  #end(request: IncomingMessage, as: 'abandoned' | 'rejected' | undefined): void {
    const unwatch = this.#open.get(request);
    if (unwatch === undefined) return;
    this.#open.delete(request);
    unwatch();
    const { books } = this.#world;
    books.uploading -= 1;
    if (as !== undefined) books[as] += 1;
  }
}
