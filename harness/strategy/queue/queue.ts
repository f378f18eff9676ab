/** The links of a waiter; they belong to the queue while it is inside, and are undefined outside. */
export interface Waiter {
  before: Waiter | undefined;
  after: Waiter | undefined;
}

/**
 * Waiters for a permit, in the order the plug-in keeps them. A waiter is in one queue at most. `remove` is O(1) or
 * O(log n) for one that is inside, and does nothing for one that is not.
 */
export interface WaitQueue<T extends Waiter> {
  readonly length: number;
  push(waiter: T): void;
  /** Takes out who is next; undefined when empty. */
  shift(): T | undefined;
  remove(waiter: T): void;
}

/** What a queue's plug-in creates: a maker of empty queues. */
export type NewQueue = <T extends Waiter>() => WaitQueue<T>;
