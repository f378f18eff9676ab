/** One who waits for a permit: what an order may go by, and links that belong to the queue. */
export interface Waiter {
  /** When it came to this queue, ms. */
  readonly joinedMs: number;
  /** When its caller's patience ends, ms; Infinity: never. */
  readonly deadlineMs: number;
  /** 0: somebody waits for the answer; 1: nobody does. */
  readonly priority: number;
  /** Links to others inside; undefined outside. */
  before: Waiter | undefined;
  after: Waiter | undefined;
}

/**
 * Waiters for a permit, in the order the plug-in keeps them. A waiter is in one queue at most, and changes nothing of
 * itself while it is inside. `remove` is O(1) or O(log n) for one that is inside, and does nothing for one that is not.
 */
export interface WaitQueue<T extends Waiter> {
  readonly length: number;
  push(waiter: T): void;
  /** Takes out who is next at `nowMs`, which never goes back; undefined when empty. */
  shift(nowMs: number): T | undefined;
  remove(waiter: T): void;
}

/** What a queue's plug-in creates: a maker of empty queues. */
export type NewQueue = <T extends Waiter>() => WaitQueue<T>;
