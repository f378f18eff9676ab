/** Links that belong to the line; undefined outside. */
export interface Linked {
  before: Linked | undefined;
  after: Linked | undefined;
}

/** Waiters in the order of their coming. */
export interface Line<T extends Linked> {
  readonly length: number;
  readonly oldest: T | undefined;
  readonly newest: T | undefined;
  push(waiter: T): void;
  /** Does nothing for one that is not inside. */
  remove(waiter: T): void;
}

/** A doubly linked list through the waiters themselves: push and remove cost the same at any length. */
export function newLine<T extends Linked>(): Line<T> {
  let head: T | undefined;
  let tail: T | undefined;
  let length = 0;
  return {
    get length() {
      return length;
    },
    get oldest() {
      return head;
    },
    get newest() {
      return tail;
    },
    push(waiter) {
      waiter.before = tail;
      if (tail === undefined) head = waiter;
      else tail.after = waiter;
      tail = waiter;
      length += 1;
    },
    remove(waiter) {
      if (waiter !== head && waiter.before === undefined) return;
      const before = waiter.before as T | undefined;
      const after = waiter.after as T | undefined;
      if (before === undefined) head = after;
      else before.after = after;
      if (after === undefined) tail = before;
      else after.before = before;
      waiter.before = undefined;
      waiter.after = undefined;
      length -= 1;
    },
  };
}
