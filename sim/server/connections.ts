import type { Socket } from 'node:net';
import { types } from 'node:util';

/** Whoever reads or writes on a connection. */
export interface ConnectionUser {
  /** The connection is gone. */
  gone(): void;
}

/**
 * Tells whoever writes on a connection that its client is gone. A response that waits behind another one on the same connection
 * hears nothing of it otherwise.
 */
export class Connections {
  readonly #users = new Map<Socket, ConnectionUser[]>();

  /** Calls `gone` once when the connection closes, unless it is unwatched before. */
  watch(socket: Socket, user: ConnectionUser): void {
    (this.#users.get(socket) ?? this.#begin(socket)).push(user);
  }

  unwatch(socket: Socket, user: ConnectionUser): void {
    const users = this.#users.get(socket) ?? [];
    // Hardly ever is there another one.
    if (users.at(-1) === user) users.pop();
    else if (users.includes(user)) users.splice(users.indexOf(user), 1);
  }

  /** Everybody who watches. */
  get users(): readonly ConnectionUser[] {
    return [...this.#users.values()].flat();
  }

  /** As if all were gone. */
  close(): void {
    for (const socket of [...this.#users.keys()]) this.#tell(socket);
  }

  #begin(socket: Socket): ConnectionUser[] {
    const users: ConnectionUser[] = [];
    this.#users.set(socket, users);
    // Who sends no more has left, as proxies see it; and its close comes a moment later, behind what it sends elsewhere meanwhile.
    // What HTTP/2 has in a socket's place, a proxy, ends with each request's body.
    if (!types.isProxy(socket)) socket.once('end', () => this.#tell(socket));
    socket.once('close', () => this.#tell(socket));
    return users;
  }

  #tell(socket: Socket): void {
    const users = this.#users.get(socket) ?? [];
    this.#users.delete(socket);
    for (const user of users) user.gone();
  }
}
