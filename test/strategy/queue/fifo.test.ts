import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fifo } from '../../../harness/strategy/queue/fifo.ts';
import type { Waiter } from '../../../harness/strategy/queue/queue.ts';

interface Named extends Waiter {
  readonly id: number;
}
const waiter = (id: number): Named => ({ id, before: undefined, after: undefined });

test('first come, first served; who gave up is passed over', () => {
  const queue = fifo.create({}, undefined)<Named>();
  const [a, b, c, d] = [1, 2, 3, 4].map(waiter) as [Named, Named, Named, Named];
  for (const one of [a, b, c, d]) queue.push(one);
  queue.remove(b);
  queue.remove(d);
  expect([queue.shift()?.id, queue.shift()?.id, queue.shift()]).toEqual([1, 3, undefined]);
  queue.push(b);
  expect([queue.length, queue.shift(), queue.length]).toEqual([1, b, 0]);
});

test('behaves as a list, whatever is done to it', () => {
  const step = fc.oneof(
    fc.constant({ do: 'push' as const, at: 0 }),
    fc.constant({ do: 'shift' as const, at: 0 }),
    fc.nat({ max: 20 }).map((at) => ({ do: 'remove' as const, at })),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const queue = fifo.create({}, undefined)<Named>();
      const all: Named[] = [];
      let list: Named[] = [];
      for (const { do: what, at } of steps) {
        if (what === 'push') {
          const one = waiter(all.length);
          all.push(one);
          queue.push(one);
          list.push(one);
        } else if (what === 'shift') {
          expect(queue.shift()).toBe(list.shift());
        } else if (all[at] !== undefined) {
          // Perhaps one who has left already: nothing happens then.
          queue.remove(all[at]);
          list = list.filter((one) => one !== all[at]);
        }
        expect(queue.length).toBe(list.length);
      }
      while (list.length > 0) expect(queue.shift()).toBe(list.shift());
      expect(queue.shift()).toBeUndefined();
    }),
  );
});
