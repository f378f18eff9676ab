import { type NoOptions, noOptions } from '../../../sim/kernel/no-options.ts';
import { define } from '../../../sim/kernel/plugin.ts';
import type { NewQueue, Waiter, WaitQueue } from './queue.ts';

/** First come, first served. */
export const fifo = define<NoOptions, NewQueue>({
  name: 'fifo',
  summary: 'first come, first served; a retry goes to the tail',
  options: noOptions,
  examples: [],
  create: () => newFifo,
});

/** A doubly linked list through the waiters themselves: push, shift and remove cost the same at any length. */
function newFifo<T extends Waiter>(): WaitQueue<T> {
  let head: T | undefined;
  let tail: T | undefined;
  let length = 0;
  function remove(waiter: T): void {
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
  }
  return {
    get length() {
      return length;
    },
    push(waiter) {
      waiter.before = tail;
      if (tail === undefined) head = waiter;
      else tail.after = waiter;
      tail = waiter;
      length += 1;
    },
    shift() {
      const first = head;
      if (first !== undefined) remove(first);
      return first;
    },
    remove,
  };
}
