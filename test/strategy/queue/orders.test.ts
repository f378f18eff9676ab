import { describe, expect, test } from 'vitest';
import type { WaitQueue } from '../../../harness/strategy/queue/queue.ts';
import { type Named, queueOf, waiter } from './waiter.ts';

function served(queue: WaitQueue<Named>, nowMs: number, most = Number.POSITIVE_INFINITY): number[] {
  const ids: number[] = [];
  while (queue.length > 0 && ids.length < most) ids.push(queue.shift(nowMs)?.id as number);
  return ids;
}

describe('priority', () => {
  test('urgent ones first, among equals the first that came', () => {
    const queue = queueOf('priority');
    [1, 0, 1, 0].forEach((priority, id) => {
      queue.push(waiter(id, { priority }));
    });
    expect(served(queue, 0)).toEqual([1, 3, 0, 2]);
  });

  test.each([
    // urgent ones come each second from 0 s on; the other at 0 s is served before those that come 3 s after it
    ['3s', [0, 1, 2, 'other', 3, 4, 5]],
    ['0s', ['other', 0, 1, 2, 3, 4, 5]],
  ])('aging %s: nobody is overtaken by those who come later than that', (aging, expected) => {
    const queue = queueOf('priority', { aging });
    queue.push(waiter(99, { priority: 1 }));
    for (let id = 0; id < 6; id++) queue.push(waiter(id, { joinedMs: id * 1000 }));
    expect(served(queue, 6000).map((id) => (id === 99 ? 'other' : id))).toEqual(expected);
  });
});

describe('deadline', () => {
  test('the earliest first; none last', () => {
    const queue = queueOf('deadline');
    [5000, Number.POSITIVE_INFINITY, 3000, 4000, 3000].forEach((deadlineMs, id) => {
      queue.push(waiter(id, { deadlineMs }));
    });
    expect(served(queue, 0)).toEqual([2, 4, 3, 0, 1]);
  });

  test('one that cannot be met any more is served after all others, and not before new ones', () => {
    const queue = queueOf('deadline', { needs: '1s' });
    for (const [id, deadlineMs] of [2999, 3000, 9000].entries()) queue.push(waiter(id, { deadlineMs }));
    // At 2 s an answer to the first would come 1 ms late, one to the second in time.
    expect(served(queue, 2000, 1)).toEqual([1]);
    queue.push(waiter(7, { deadlineMs: 50_000 }));
    expect(served(queue, 2000)).toEqual([2, 7, 0]);
  });

  test('who is late can leave', () => {
    const queue = queueOf('deadline', { needs: '1s' });
    const [late, other] = [waiter(0, { deadlineMs: 500 }), waiter(1, { deadlineMs: 600 })];
    for (const one of [late, other, waiter(2)]) queue.push(one);
    expect(served(queue, 0, 1)).toEqual([2]);
    queue.remove(late);
    queue.remove(late);
    expect([queue.length, queue.shift(0), queue.length]).toEqual([1, other, 0]);
  });
});

describe('lifo', () => {
  const seconds = (queue: WaitQueue<Named>): WaitQueue<Named> => {
    for (let id = 0; id < 5; id++) queue.push(waiter(id, { joinedMs: id * 1000 }));
    return queue;
  };

  test.each([
    // now, ms; the oldest came at 0 s
    [5000, [0, 1, 2, 3, 4]],
    [5001, [4, 3, 2, 1, 0]],
  ])('after 5s, at %d ms: %j', (nowMs, expected) => expect(served(seconds(queueOf('lifo', { after: '5s' })), nowMs)).toEqual(expected));

  test('after 0s: always the newest, at once too', () => {
    const queue = queueOf('lifo', { after: '0s' });
    for (const id of [1, 2, 3]) queue.push(waiter(id));
    expect(served(queue, 0)).toEqual([3, 2, 1]);
  });

  test('first come, first served again once the old ones have gone', () => {
    const queue = seconds(queueOf('lifo', { after: '2s' }));
    const old = [waiter(10), waiter(11)];
    const fresh = queueOf('lifo', { after: '2s' });
    for (const one of old) fresh.push(one);
    for (const id of [1, 2]) fresh.push(waiter(id, { joinedMs: 9000 }));
    expect(served(fresh, 10_000, 1)).toEqual([2]);
    for (const one of old) fresh.remove(one);
    fresh.push(waiter(3, { joinedMs: 10_000 }));
    expect(served(fresh, 10_000)).toEqual([1, 3]);
    expect(served(queue, 2000)).toEqual([0, 1, 2, 3, 4]);
  });
});
