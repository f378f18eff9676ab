import type { Socket } from 'node:net';

/**
 * Tells whoever writes on a connection that it is gone. A response that waits behind another one on the same connection
 * hears nothing of it otherwise.
 */
export class Connections {
  readonly #watchers = new Map<Socket, Set<() => void>>();

  /** Calls `gone` once when the connection closes; returns what undoes it. */
  watch(socket: Socket, gone: () => void): () => void {
    const watchers = this.#watchers.get(socket) ?? this.#begin(socket);
    watchers.add(gone);
    return () => {
      watchers.delete(gone);
    };
  }

  /** As if all were gone. */
  close(): void {
    for (const socket of [...this.#watchers.keys()]) this.#tell(socket);
  }

  #begin(socket: Socket): Set<() => void> {
    const watchers = new Set<() => void>();
    this.#watchers.set(socket, watchers);
    socket.once('close', () => this.#tell(socket));
    return watchers;
  }

  #tell(socket: Socket): void {
    const watchers = this.#watchers.get(socket);
    this.#watchers.delete(socket);
    for (const gone of watchers ?? []) gone();
  }
}
