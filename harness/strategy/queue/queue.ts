/** Waiters for a permit, in the order the plug-in keeps them. `remove` is O(1) or O(log n), for one that is inside. */
export interface WaitQueue<T extends object> {
  readonly length: number;
  push(waiter: T): void;
  /** Takes out who is next; undefined when empty. */
  shift(): T | undefined;
  remove(waiter: T): void;
}
