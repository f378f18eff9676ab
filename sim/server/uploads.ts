import type { IncomingMessage } from 'node:http';
import type { Books } from './books.ts';
import type { Connections, ConnectionUser } from './connections.ts';
import type { World } from './world.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a request for a completion. */
    upload: Upload | null;
  }
}

/** One request from its head to the end of its body. */
export class Upload implements ConnectionUser {
  private readonly uploads: Uploads;
  private readonly request: IncomingMessage;
  /** Undefined: over. */
  private books: Books | undefined;

  constructor(uploads: Uploads, request: IncomingMessage) {
    this.uploads = uploads;
    this.request = request;
    this.begin();
  }

  /** Whether its client is still there. */
  get goesOn(): boolean {
    return this.books !== undefined;
  }

  /** It goes to a model. */
  complete(): void {
    this.end(undefined);
  }

  /** It is answered without one. */
  rejected(): void {
    this.end('rejected');
  }

  gone(): void {
    this.end('abandoned');
  }

  /** Counts it anew, in books that have nothing of it yet. */
  restart(): void {
    if (!this.request.socket.destroyed) this.begin();
  }

  private begin(): void {
    const { world, connections } = this.uploads;
    this.books = world.books;
    this.books.received += 1;
    this.books.uploading += 1;
    connections.watch(this.request.socket, this);
    // Nobody tells of a connection that is gone already.
    if (this.request.socket.closed) this.gone();
  }

  private end(as: 'abandoned' | 'rejected' | undefined): void {
    const books = this.books;
    if (books === undefined) return;
    this.books = undefined;
    this.uploads.connections.unwatch(this.request.socket, this);
    books.uploading -= 1;
    if (as !== undefined) books[as] += 1;
  }
}

/** Follows requests from their head to the end of their body, so that each is counted once, whatever becomes of it. */
export class Uploads {
  readonly world: World;
  readonly connections: Connections;

  constructor(world: World, connections: Connections) {
    this.world = world;
    this.connections = connections;
  }

  /** Under way. */
  get open(): readonly Upload[] {
    return this.connections.users.filter((user) => user instanceof Upload);
  }
}
