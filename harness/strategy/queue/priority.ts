import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import { duration } from '../../../sim/kernel/units.ts';
import { newHeap } from './heap.ts';
import type { NewQueue, Waiter, WaitQueue } from './queue.ts';

export interface PriorityOptions {
  readonly aging: number;
}

/** Urgent ones first, and nobody waits for ever. */
export const priority = define<PriorityOptions, NewQueue>({
  name: 'priority',
  summary: 'requests that somebody waits for first (workload.urgent says how many); waiting makes up for not being urgent',
  formula:
    'the least joined + aging · p, p = 0 for an urgent request and 1 for another one; so it is overtaken only by urgent ones that come within aging after it, and never starves. Equal ones in the order of coming. Source: L. Kleinrock, "Queueing Systems" II, 1976, time-dependent priorities.',
  options: z
    .strictObject({
      aging: duration
        .default(10_000)
        .describe('Wait that makes up for not being urgent; with 0s everybody is served in the order of coming')
        .meta({ examples: ['10s'] }),
    })
    .describe('Urgent requests first')
    .meta({ examples: [{ aging: '10s' }] }),
  examples: [[{ aging: '10s' }, { aging: '1s' }]],
  create: ({ aging }) => newPriority(aging),
});

const newPriority =
  (agingMs: number): NewQueue =>
  <T extends Waiter>(): WaitQueue<T> => {
    const heap = newHeap<T>();
    return {
      get length() {
        return heap.length;
      },
      push: (waiter) => heap.push(waiter, waiter.joinedMs + agingMs * waiter.priority),
      shift() {
        const { first } = heap;
        if (first !== undefined) heap.remove(first);
        return first;
      },
      remove: heap.remove,
    };
  };
