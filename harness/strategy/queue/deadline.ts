import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import { duration } from '../../../sim/kernel/units.ts';
import { newHeap } from './heap.ts';
import { newLine } from './line.ts';
import type { NewQueue, Waiter, WaitQueue } from './queue.ts';

export interface DeadlineOptions {
  readonly needs: number;
}

/** Earliest deadline first. */
export const deadline = define<DeadlineOptions, NewQueue>({
  name: 'deadline',
  summary: 'the earliest deadline first; whom too little time is left for an answer is served after all others',
  formula:
    'the least deadline among those with deadline − now ≥ needs; when there is none, the others, in the order in which their time ran short. Equal deadlines, and none at all, in the order of coming. Source: C. Liu, J. Layland, "Scheduling algorithms for multiprogramming in a hard-real-time environment", JACM 20(1), 1973; under overload it is only as good as needs is true.',
  options: z
    .strictObject({
      needs: duration
        .default(0)
        .describe('What an attempt takes: who has less time left is not served before others')
        .meta({ examples: ['1s'] }),
    })
    .describe('Earliest deadline first')
    .meta({ examples: [{ needs: '1s' }] }),
  examples: [[{ needs: '0s' }, { needs: '5s' }]],
  create: ({ needs }) => newDeadline(needs),
});

const newDeadline =
  (needsMs: number): NewQueue =>
  <T extends Waiter>(): WaitQueue<T> => {
    const timely = newHeap<T>();
    const late = newLine<T>();
    return {
      get length() {
        return timely.length + late.length;
      },
      push: (waiter) => timely.push(waiter, waiter.deadlineMs),
      shift(nowMs) {
        let next = timely.first;
        for (; next !== undefined; next = timely.first) {
          timely.remove(next);
          if (next.deadlineMs - nowMs >= needsMs) return next;
          late.push(next);
        }
        const { oldest } = late;
        if (oldest !== undefined) late.remove(oldest);
        return oldest;
      },
      remove(waiter) {
        timely.remove(waiter);
        late.remove(waiter);
      },
    };
  };
