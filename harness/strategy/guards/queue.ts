import type { NewQueue, Waiter, WaitQueue } from '../queue/queue.ts';
import { broken, call, type Guard, methodOf, refuse, type Users } from './call.ts';

export const guardQueue: Guard<NewQueue> = (part, users) => {
  if (typeof part !== 'function') {
    throw broken(users, `expected create to return a function that makes queues`);
  }
  return <T extends Waiter>() =>
    guardedQueue<T>(
      call(users, () => Reflect.apply(part, undefined, [])),
      users,
    );
};

/** A queue that gives out nobody who is not inside, and counts as many as are. */
function guardedQueue<T extends Waiter>(queue: unknown, users: Users): WaitQueue<T> {
  const push = methodOf(queue, 'push', users);
  const shift = methodOf(queue, 'shift', users);
  const remove = methodOf(queue, 'remove', users);
  const inside = new Set<unknown>();
  const counted = (): void => {
    const length: unknown = call(users, () => Reflect.get(queue as object, 'length'));
    if (length !== inside.size) refuse(users, 'length', `${inside.size}, as many as are inside`, length);
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
    shift(nowMs) {
      const next = shift(nowMs);
      if (next === undefined) return undefined;
      if (!inside.delete(next)) refuse(users, 'shift', 'one who is inside, or undefined', undefined);
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
