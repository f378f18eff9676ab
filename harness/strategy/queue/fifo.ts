import { type NoOptions, noOptions } from '../../../sim/kernel/no-options.ts';
import { define } from '../../../sim/kernel/plugin.ts';
import { newLine } from './line.ts';
import type { NewQueue, Waiter, WaitQueue } from './queue.ts';

/** First come, first served. */
export const fifo = define<NoOptions, NewQueue>({
  name: 'fifo',
  summary: 'first come, first served; a retry goes to the tail',
  options: noOptions,
  examples: [],
  create: () => newFifo,
});

function newFifo<T extends Waiter>(): WaitQueue<T> {
  const line = newLine<T>();
  return {
    get length() {
      return line.length;
    },
    push: line.push,
    shift() {
      const next = line.oldest;
      if (next !== undefined) line.remove(next);
      return next;
    },
    remove: line.remove,
  };
}
