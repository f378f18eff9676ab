import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { type Named, queueOf, waiter } from './waiter.ts';

const agingMs = 2000;
const needsMs = 500;
const afterMs = 1000;

/** By the sentence of each order, over a plain list in the order of coming; waiters who are late stay in the list. */
const orders: Readonly<
  Record<'fifo' | 'priority' | 'deadline' | 'lifo', readonly [unknown, (all: readonly Named[], nowMs: number) => Named]>
> = {
  fifo: [{}, (all) => all[0] as Named],
  priority: [{ aging: '2s' }, (all) => least(all, (one) => one.joinedMs + agingMs * one.priority)],
  deadline: [
    { needs: '500ms' },
    (all, nowMs) => {
      const timely = all.filter((one) => one.deadlineMs - nowMs >= needsMs);
      return timely.length > 0 ? least(timely, (one) => one.deadlineMs) : (undefined as never);
    },
  ],
  lifo: [{ after: '1s' }, (all, nowMs) => (nowMs - (all[0] as Named).joinedMs > afterMs ? (all.at(-1) as Named) : (all[0] as Named))],
};

/** The first of those with the least value. */
function least(all: readonly Named[], by: (one: Named) => number): Named {
  return all.reduce((best, one) => (by(one) < by(best) ? one : best));
}

const step = fc.record({
  // Often at one instant, at times after a minute in which the machine slept.
  afterMs: fc.oneof(fc.constant(0), fc.nat(800), fc.constant(60_000)),
  what: fc.constantFrom('push', 'push', 'shift', 'remove'),
  at: fc.nat(12),
  priority: fc.nat(1),
  patience: fc.oneof(fc.nat(3000), fc.constant(Number.POSITIVE_INFINITY)),
});

describe.each(Object.entries(orders))('%s', (name, [options, next]) => {
  test('gives out who its sentence names, loses nobody, and keeps nobody who left', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 16 }), (steps) => {
        const queue = queueOf(name as keyof typeof orders, options);
        const all: Named[] = [];
        let list: Named[] = [];
        let nowMs = 0;
        const serve = (): void => {
          const given = queue.shift(nowMs);
          if (list.length === 0) {
            assert.equal(given, undefined);
            return;
          }
          const expected = next(list, nowMs);
          // Among those who are late the order is that in which the queue found it out.
          assert.ok(expected === undefined ? list.includes(given as Named) : given === expected);
          list = list.filter((one) => one !== given);
        };
        for (const { afterMs, what, at, priority, patience } of steps) {
          nowMs += afterMs;
          if (what === 'push') {
            const one = waiter(all.length, { joinedMs: nowMs, deadlineMs: nowMs + patience, priority });
            all.push(one);
            queue.push(one);
            list.push(one);
          } else if (what === 'shift') serve();
          else if (all[at] !== undefined) {
            // Perhaps one who has left already: nothing happens then.
            queue.remove(all[at]);
            list = list.filter((one) => one !== all[at]);
          }
          assert.equal(queue.length, list.length);
        }
        while (list.length > 0) serve();
        assert.deepEqual([queue.length, queue.shift(nowMs)], [0, undefined]);
        assert.ok(all.every(({ before, after }) => before === undefined && after === undefined));
      }),
      { numRuns: 10_000 },
    );
  });
});

test('priority starves nobody: who waits is overtaken only by those who come within aging after it', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ afterMs: fc.nat(1500), priority: fc.nat(1) }), { minLength: 1, maxLength: 16 }), (comers) => {
      const queue = queueOf('priority', { aging: '2s' });
      let nowMs = 0;
      comers.forEach(({ afterMs: pause, priority }, id) => {
        nowMs += pause;
        queue.push(waiter(id, { joinedMs: nowMs, priority }));
      });
      const order: Named[] = [];
      for (let one = queue.shift(nowMs); one !== undefined; one = queue.shift(nowMs)) order.push(one);
      order.forEach((one, index) => {
        for (const earlier of order.slice(0, index)) assert.ok(earlier.joinedMs <= one.joinedMs + agingMs);
      });
    }),
    { numRuns: 10_000 },
  );
});
