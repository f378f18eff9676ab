import type { IncomingMessage } from 'node:http';
import type { Books } from './books.ts';
import type { Connections } from './connections.ts';

/** Follows requests from their head to the end of their body, so that each is counted once, whatever becomes of it. */
export class Uploads {
  readonly #books: Books;
  readonly #connections: Connections;
  readonly #open = new Map<IncomingMessage, () => void>();

  constructor(books: Books, connections: Connections) {
    this.#books = books;
    this.#connections = connections;
  }

  /** The head of a request is there. */
  begin(request: IncomingMessage): void {
    this.#books.received += 1;
    this.#books.uploading += 1;
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

  #end(request: IncomingMessage, as: 'abandoned' | 'rejected' | undefined): void {
    const unwatch = this.#open.get(request);
    if (unwatch === undefined) return;
    this.#open.delete(request);
    unwatch();
    this.#books.uploading -= 1;
    if (as !== undefined) this.#books[as] += 1;
  }
}
