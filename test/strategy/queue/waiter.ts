import type { Waiter, WaitQueue } from '../../../harness/strategy/queue/queue.ts';
import { queues } from '../../../harness/strategy/queue/registry.ts';

export interface Named extends Waiter {
  readonly id: number;
}

/** One that came at 0 ms, is urgent and has all the time in the world, unless told otherwise. */
export function waiter(id: number, changes: Partial<Pick<Waiter, 'joinedMs' | 'deadlineMs' | 'priority'>> = {}): Named {
  return { id, joinedMs: 0, deadlineMs: Number.POSITIVE_INFINITY, priority: 0, ...changes, before: undefined, after: undefined };
}

/** An empty queue of this order, from options as a file has them. */
export function queueOf(name: keyof typeof queues, written: unknown = {}): WaitQueue<Named> {
  const plugin = queues[name];
  return plugin.create(plugin.options.parse(written) as never, undefined)<Named>();
}
