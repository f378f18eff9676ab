import { CodedError } from '../../../sim/kernel/errors.ts';
import type { NewQueue, Waiter, WaitQueue } from '../queue/queue.ts';
import { call, type Guard, methodOf, refuse } from './call.ts';

export const guardQueue: Guard<NewQueue> = (part, where) => {
  if (typeof part !== 'function') {
    throw new CodedError('bound', `${where}: expected create to return a function that makes queues`);
  }
  return <T extends Waiter>() =>
    guardedQueue<T>(
      call(where, 'the maker of queues', () => Reflect.apply(part, undefined, [])),
      where,
    );
};

/** A queue that gives out nobody who is not inside, and counts as many as are. */
function guardedQueue<T extends Waiter>(queue: unknown, where: string): WaitQueue<T> {
  const push = methodOf(queue, 'push', where);
  const shift = methodOf(queue, 'shift', where);
  const remove = methodOf(queue, 'remove', where);
  const inside = new Set<unknown>();
  const counted = (): void => {
    const length: unknown = call(where, 'length', () => Reflect.get(queue as object, 'length'));
    if (length !== inside.size) refuse(where, 'length', `${inside.size}, as many as are inside`, length);
  };
  return {
    get length() {
      return inside.size;
    },
    push(waiter) {
      push(waiter);
      inside.add(waiter);
      counted();
    },
    shift() {
      const next = shift();
      if (next === undefined) return undefined;
      if (!inside.delete(next)) refuse(where, 'shift', 'one who is inside, or undefined', undefined);
      counted();
      return next as T;
    },
    remove(waiter) {
      remove(waiter);
      inside.delete(waiter);
      counted();
    },
  };
}
