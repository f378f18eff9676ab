import { expect, test } from 'vitest';
import { type Named, queueOf, waiter } from './waiter.ts';

test('first come, first served; who gave up is passed over', () => {
  const queue = queueOf('fifo');
  const [a, b, c, d] = [1, 2, 3, 4].map((id) => waiter(id)) as [Named, Named, Named, Named];
  for (const one of [a, b, c, d]) queue.push(one);
  queue.remove(b);
  queue.remove(d);
  expect([queue.shift(0)?.id, queue.shift(0)?.id, queue.shift(0)]).toEqual([1, 3, undefined]);
  queue.push(b);
  expect([queue.length, queue.shift(0), queue.length]).toEqual([1, b, 0]);
});
