import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import { duration } from '../../../sim/kernel/units.ts';
import { newLine } from './line.ts';
import type { NewQueue, Waiter, WaitQueue } from './queue.ts';

export interface LifoOptions {
  readonly after: number;
}

/** Last come, first served, but only under overload. */
export const lifo = define<LifoOptions, NewQueue>({
  name: 'lifo',
  summary:
    'first come, first served until somebody has waited too long, then the newest first: under overload the old ones are late anyway',
  formula:
    'the oldest waiter, while it has not waited longer than after; else the newest. With after: 0s the newest always. Source: B. Maurer, "Fail at Scale", ACM Queue 13(8), 2015, adaptive LIFO, there beside a bound on waits, which is maxWait here.',
  options: z
    .strictObject({
      after: duration
        .default(1000)
        .describe('Wait of the oldest from which on the newest is served first')
        .meta({ examples: ['1s'] }),
    })
    .describe('Newest first under overload')
    .meta({ examples: [{ after: '1s' }] }),
  examples: [[{ after: '1s' }, { after: '0s' }]],
  create: ({ after }) => newLifo(after),
});

const newLifo =
  (afterMs: number): NewQueue =>
  <T extends Waiter>(): WaitQueue<T> => {
    const line = newLine<T>();
    return {
      get length() {
        return line.length;
      },
      push: line.push,
      shift(nowMs) {
        const { oldest, newest } = line;
        const next = oldest !== undefined && (afterMs === 0 || nowMs - oldest.joinedMs > afterMs) ? newest : oldest;
        if (next !== undefined) line.remove(next);
        return next;
      },
      remove: line.remove,
    };
  };
