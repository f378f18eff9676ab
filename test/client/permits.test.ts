import { describe, expect, it } from 'vitest';
import { Permits, type PermitsOptions } from '../../harness/client/permits.ts';
import { aimd } from '../../harness/strategy/limit/aimd.ts';
import type { Limit } from '../../harness/strategy/limit/limit.ts';
import { fifo } from '../../harness/strategy/queue/fifo.ts';
import { eventClass, after as later } from '../../sim/kernel/clock.ts';
import { VirtualClock } from '../../sim/kernel/virtual-clock.ts';
import { Script } from '../support/script.ts';

const fixed = (count: number): Limit => ({ current: () => count, ended: () => {} });

/** A limit that changes by itself at these times, ms. */
function steps(...pairs: [number, number][]): Limit {
  return {
    current: (nowMs) => pairs.findLast(([from]) => from <= nowMs)?.[1] ?? 0,
    nextChangeMs: (nowMs) => pairs.find(([from]) => from > nowMs)?.[0],
    ended: () => {},
  };
}

function world(limit: Limit, options: Partial<PermitsOptions> = {}) {
  const clock = new VirtualClock();
  const log: string[] = [];
  const permits = new Permits({ clock, limit, queue: fifo.create({}, undefined)(), queueLength: Number.POSITIVE_INFINITY, ...options });
  const at = (ms: number, what: () => void, order: Parameters<typeof later>[3] = eventClass.timeout): void => {
    later(clock, ms * 1000, what, order);
  };
  /** Comes at `ms`, waits at most `patience`, gives back after `hold` as attempts do: when one completes. */
  function user(name: string, ms: number, hold: number, patience = Number.POSITIVE_INFINITY): Script {
    const script = new Script(clock, [], function* () {
      const granted = permits.take() || ((yield permits.wait(patience * 1000)) as boolean);
      log.push(`${name} ${granted ? 'granted' : 'gave up'}@${clock.now() / 1000}`);
      if (granted) later(clock, hold * 1000, () => permits.release(), eventClass.completion);
    });
    at(ms, () => script.start(), eventClass.arrival);
    return script;
  }
  const run = (): string[] => {
    while (clock.step());
    return log;
  };
  return { clock, permits, user, run, at };
}

describe('permits', () => {
  it('are granted in the order of waiting, at the instant at which one is given back', () => {
    const { user, run, permits } = world(fixed(2));
    user('a', 0, 10);
    user('b', 0, 20);
    user('c', 1, 10);
    user('d', 2, 10);
    expect(run()).toEqual(['a granted@0', 'b granted@0', 'c granted@10', 'd granted@20']);
    expect([permits.inUse, permits.waiting, permits.mostInUse]).toEqual([0, 0, 2]);
  });

  it('pass nobody by who waits', () => {
    const { user, run } = world(fixed(1));
    user('a', 0, 10);
    user('b', 1, 10);
    user('c', 10, 10);
    expect(run()).toEqual(['a granted@0', 'b granted@10', 'c granted@20']);
  });

  it.each([
    // patience, what the waiter gets
    [9.999, 'b gave up@9.999'],
    // One that is given back with the last of the patience is in time.
    [10, 'b granted@10'],
    [0, 'b gave up@0'],
  ])('go to a waiter with a patience of %d ms, or not', (patience, expected) => {
    const { user, run, permits } = world(fixed(1));
    user('a', 0, 10);
    user('b', 0, 5, patience);
    user('c', 0, 5);
    expect(run()).toContain(expected);
    expect(run().at(-1)).toBe(expected.includes('granted') ? 'c granted@15' : 'c granted@10');
    expect([permits.inUse, permits.waiting]).toEqual([0, 0]);
  });

  it('come back from one who was granted and is cancelled before it runs', () => {
    const { user, run, permits, at } = world(fixed(1));
    user('a', 0, 10);
    const b = user('b', 0, 10);
    user('c', 0, 10);
    // Time-outs come after completions and before grants.
    at(10, () => b.cancel());
    expect(run()).toEqual(['a granted@0', 'c granted@10']);
    expect([permits.inUse, permits.waiting]).toEqual([0, 0]);
  });

  it('come back from one who was granted at its last instant and is cancelled then', () => {
    const { user, run, permits, at } = world(fixed(1));
    user('a', 0, 10);
    const b = user('b', 0, 10, 10);
    at(10, () => b.cancel());
    expect(run()).toEqual(['a granted@0']);
    expect([permits.inUse, permits.waiting]).toEqual([0, 0]);
  });

  it('are not kept for one who left the queue', () => {
    const { user, run, permits, at } = world(fixed(1));
    user('a', 0, 10);
    const b = user('b', 0, 10);
    user('c', 0, 10);
    at(5, () => b.cancel());
    expect(run()).toEqual(['a granted@0', 'c granted@10']);
    expect(permits.inUse).toBe(0);
  });

  it('have room in their queue up to its length', () => {
    const { user, run, permits, at } = world(fixed(1), { queueLength: 2 });
    const room: boolean[] = [];
    for (const name of ['a', 'b', 'c']) {
      at(0, () => room.push(permits.hasRoom), eventClass.arrival);
      user(name, 0, 10);
    }
    at(0, () => room.push(permits.hasRoom), eventClass.arrival);
    // b has been granted and is no waiter any more.
    at(10, () => room.push(permits.hasRoom));
    run();
    expect(room).toEqual([true, true, true, false, true]);
  });
});

describe('a limit that changes', () => {
  it('by itself serves the queue when it grows', () => {
    const { user, run } = world(steps([0, 1], [5, 3]));
    for (const name of ['a', 'b', 'c', 'd']) user(name, 0, 10);
    expect(run()).toEqual(['a granted@0', 'b granted@5', 'c granted@5', 'd granted@10']);
  });

  it('by itself takes nothing away when it shrinks, and grants nothing until fewer are out', () => {
    const { user, run, permits } = world(steps([0, 3], [5, 1]));
    user('a', 0, 10);
    user('b', 0, 20);
    user('c', 0, 30);
    user('d', 1, 10);
    expect(run()).toEqual(['a granted@0', 'b granted@0', 'c granted@0', 'd granted@30']);
    expect(permits.mostInUse).toBe(3);
  });

  it('with an attempt that ended serves the queue when it grows', () => {
    // Two successes at full use: 2 + 1/2 + 1/2.5 = 2.9; the third makes it 3.
    const { user, run, permits, at } = world(
      aimd.create({ initial: 2, increase: 1, decrease: 0.5, min: 1 }, { curve: () => expect.unreachable() }),
    );
    for (const name of ['a', 'b', 'c']) user(name, 0, 100);
    for (const ms of [10, 20, 30])
      at(ms, () => permits.ended({ nowMs: ms, durationMs: 1, inFlight: 2, verdict: 'success' }), eventClass.completion);
    expect(run()).toEqual(['a granted@0', 'b granted@0', 'c granted@30']);
  });

  it('keeps no timer when nobody waits any more', () => {
    const { user, run, at, clock } = world(steps([0, 1], [1_000_000, 3]));
    user('a', 0, 10);
    const b = user('b', 0, 10);
    user('c', 0, 10, 3);
    at(5, () => b.cancel());
    run();
    expect(clock.now()).toBe(10_000);
  });

  it('is averaged over time, whoever looks when', () => {
    for (const looks of [[], [10, 20, 99], [50], [49.999, 50.001]]) {
      const { permits, at, run, clock } = world(steps([0, 2], [50, 6], [75, 1]));
      for (const ms of looks) at(ms, () => permits.flying(1), eventClass.completion);
      for (const ms of looks) at(ms, () => permits.flying(-1), eventClass.completion);
      run();
      clock.runUntil(100_000);
      expect(permits.limitArea() / 1000).toBe(2 * 50 + 6 * 25 + 1 * 25);
      expect(permits.figures().limit).toEqual({ mean: 2.75, min: 1, max: 6 });
    }
  });
});

describe('figures', () => {
  it('tell how long permits were out with nothing in flight under them, and how many waited how long', () => {
    const { user, run, permits, at } = world(fixed(1));
    user('a', 0, 10);
    user('b', 4, 10);
    at(1, () => permits.flying(1), eventClass.completion);
    at(7, () => permits.flying(-1), eventClass.completion);
    run();
    // a: 10 ms out, 6 ms in flight; b: 10 ms out, waited 6 ms.
    expect(permits.figures().idleMs).toBe(10 - 6 + 10);
    expect(permits.waitArea() / 1000).toBe(6);
  });
});
