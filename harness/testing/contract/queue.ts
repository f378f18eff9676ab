import assert from 'node:assert/strict';
import type { NewQueue, Waiter, WaitQueue } from '../../strategy/queue/queue.ts';
import { type Driver, dice, pick, steps, whole } from './driver.ts';

const uniform = dice('queue');
const stepMs = 100;

interface Numbered extends Waiter {
  readonly id: number;
}

/**
 * 10,000 waiters of every patience and priority who come, are served, or give up; and a second queue that none of it
 * touches.
 */
export const queueDriver: Driver<NewQueue, undefined> = {
  scope: () => undefined,
  drive(part) {
    const queue = part<Numbered>();
    const other = part<Numbered>();
    const inside = new Set<Numbered>();
    const said: number[] = [];
    const kept = waiter(-1);
    other.push(kept);
    for (let step = 0; step < steps; step++) {
      const luck = uniform(step);
      if (luck < 0.5) come(queue, inside, step);
      else if (luck < 0.8) said.push(serve(queue, inside, step));
      else giveUp(queue, inside, uniform(step, 1));
      assert.equal(queue.length, inside.size, 'length: expected the number of waiters inside');
    }
    while (inside.size > 0) said.push(serve(queue, inside, steps));
    assert.equal(queue.shift(steps * stepMs), undefined, 'shift of an empty queue: expected undefined');
    assert.equal(other.length, 1, 'two queues share their waiters');
    assert.equal(other.shift(steps * stepMs), kept, 'two queues share their waiters');
    return said;
  },
};

function waiter(id: number): Numbered {
  const joinedMs = Math.max(0, id * stepMs);
  const patience = uniform(joinedMs, 2);
  return {
    id,
    joinedMs,
    deadlineMs: patience < 0.2 ? Number.POSITIVE_INFINITY : joinedMs + 20_000 * patience,
    priority: uniform(joinedMs, 3) < 0.5 ? 0 : 1,
    before: undefined,
    after: undefined,
  };
}

function come(queue: WaitQueue<Numbered>, inside: Set<Numbered>, id: number): void {
  const one = waiter(id);
  queue.push(one);
  inside.add(one);
  whole('length', queue.length, 1);
}

function serve(queue: WaitQueue<Numbered>, inside: Set<Numbered>, step: number): number {
  const next = queue.shift(step * stepMs);
  if (next === undefined) {
    assert.equal(inside.size, 0, 'shift: expected somebody, for somebody is inside');
    return -1;
  }
  assert.ok(inside.delete(next), 'shift: expected somebody who is inside');
  return left(next);
}

function giveUp(queue: WaitQueue<Numbered>, inside: Set<Numbered>, luck: number): void {
  if (inside.size === 0) return;
  const one = pick([...inside], luck);
  queue.remove(one);
  inside.delete(one);
  left(one);
  const { length } = queue;
  queue.remove(one);
  assert.equal(queue.length, length, 'remove of one who is not inside: expected nothing to happen');
}

function left(one: Numbered): number {
  assert.ok(one.before === undefined && one.after === undefined, 'links of one who has left: expected undefined');
  return one.id;
}
