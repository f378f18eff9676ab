import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Books } from './books.ts';

/** Follows requests from their head to the end of their body, so that each is counted once, whatever becomes of it. */
export class Uploads {
  readonly #books: Books;
  readonly #open = new WeakSet<IncomingMessage>();

  constructor(books: Books) {
    this.#books = books;
  }

  /** The head of a request is there. */
  begin(request: IncomingMessage, response: ServerResponse): void {
    this.#books.received += 1;
    this.#books.uploading += 1;
    this.#open.add(request);
    response.on('close', () => this.#end(request, 'abandoned'));
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
    if (!this.#open.delete(request)) return;
    this.#books.uploading -= 1;
    if (as !== undefined) this.#books[as] += 1;
  }
}
