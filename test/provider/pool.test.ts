import { describe, expect, it } from 'vitest';
import { eventClass } from '../../sim/kernel/clock.ts';
import type { PoolSpec } from '../../sim/provider/spec.ts';
import { world } from '../support/provider-world.ts';
import { model, pool, script } from '../support/scenario.ts';

/** Slots over time, ms. */
function steps(...values: [number, number][]): PoolSpec['slots'] {
  return { steps: values.map(([offset, value]) => ({ at: { offset }, value })) };
}

/** Tenants who come at known times cannot be written; those who fill a pool for good can. */
const full = { load: 1000, hold: 1e9, law: 'constant', retry: 'none', batch: 1 } as const;

describe('the queue of a pool', () => {
  it('serves first come, first served, for all models of the pool', () => {
    const one = world({
      pools: { big: pool(1, { queue: { length: 5 } }) },
      models: { big: model(), other: model({ service: 500 }) },
    });
    one.send(0);
    one.send(10);
    one.send(20, { model: 'other' });
    one.send(30);
    expect(one.run().filter((line) => line.includes('ok'))).toEqual([
      '0 ok/answered@1 4',
      '1 ok/answered@2 4',
      '2 ok/answered@2.5 4',
      '3 ok/answered@3.5 4',
    ]);
  });

  it('refuses those beyond its length at once', () => {
    const one = world({ pools: { big: pool(1, { queue: { length: 2 } }) } });
    for (let i = 0; i < 5; i++) one.send(0);
    expect(one.run().slice(0, 2)).toEqual(['3 capacity/overloaded@0 0', '4 capacity/overloaded@0 0']);
    expect(one.counts()).toMatchObject({ arrived: 5, admitted: 3, capacityRefused: 2 });
  });

  it.each([
    // patience, ms · what the second comes to
    [999.999, '1 capacity/overloaded@0.999999 0'],
    // A slot that comes free with the last of the patience is in time.
    [1000, '1 ok/answered@2 4'],
  ])('has a patience of %d ms from the arrival', (maxWait, expected) => {
    const one = world({ pools: { big: pool(1, { queue: { length: 1, maxWait } }) } });
    one.send(0);
    one.send(0);
    expect(one.run()).toContain(expected);
  });

  it('counts patience from the arrival at the provider, and refuses after `refuseAfter`', () => {
    const one = world({
      network: { rtt: 20 },
      pools: { big: pool(1, { queue: { length: 1, maxWait: 500 } }) },
      models: { big: model({ refuseAfter: 10 }) },
    });
    one.send(0);
    one.send(100);
    expect(one.run()).toContain('1 capacity/overloaded@0.63 0');
    expect(one.counts()).toMatchObject({ queueExpired: 1 });
  });

  it('without end holds what nothing can serve', () => {
    const one = world({ pools: { big: pool(0, { queue: { length: Number.POSITIVE_INFINITY as never } }) } });
    one.send(0);
    expect(one.run()).toEqual([]);
    expect(one.counts()).toEqual({ arrived: 1, queued: 1 });
  });

  it('lets nobody pass who comes while others wait, though a slot is free', () => {
    // At 1 s a slot comes free and goes to the one who waits; at the same instant another one comes.
    const one = world({ pools: { big: pool(1, { queue: { length: 1 } }) } });
    one.send(0);
    one.send(1);
    one.send(1000);
    expect(one.run().filter((line) => line.includes('ok'))).toEqual(['0 ok/answered@1 4', '1 ok/answered@2 4', '2 ok/answered@3 4']);
  });
});

describe('slots that change', () => {
  it('grow, and serve the queue in that event', () => {
    const one = world({ pools: { big: pool(steps([0, 1], [200, 3]), { queue: { length: 9 } }) } });
    for (let i = 0; i < 4; i++) one.send(0);
    expect(one.run().filter((line) => line.includes('ok'))).toEqual([
      '0 ok/answered@1 4',
      '1 ok/answered@1.2 4',
      '2 ok/answered@1.2 4',
      '3 ok/answered@2 4',
    ]);
  });

  it('shrink, and nothing that runs is killed; nobody is admitted until fewer are busy', () => {
    const one = world({ pools: { big: pool(steps([0, 3], [200, 1])) } });
    for (const at of [0, 100, 150, 300, 1000, 1149.999, 1150]) one.send(at);
    expect(one.run().filter((line) => !line.includes('first'))).toEqual([
      '3 capacity/overloaded@0.3 0',
      '0 ok/answered@1 4',
      '4 capacity/overloaded@1 0',
      '1 ok/answered@1.1 4',
      '5 capacity/overloaded@1.149999 0',
      '2 ok/answered@1.15 4',
      '6 ok/answered@2.15 4',
    ]);
  });

  it('count as the floor of their curve', () => {
    const one = world({ pools: { big: pool(1.99) } });
    one.send(0);
    one.send(0);
    expect(one.run()).toContain('1 capacity/overloaded@0 0');
  });

  it('of a step serve an arrival at that very instant', () => {
    const one = world({ pools: { big: pool(steps([0, 0], [500, 1])) } });
    one.send(499.999);
    one.send(500);
    expect(one.run()).toEqual(['0 capacity/overloaded@0.499999 0', '1 first@0.7', '1 ok/answered@1.5 4']);
  });
});

describe('slowdown', () => {
  it.each([
    // slots · full · power · ends of attempts that come one after the other, s: 1 + (full − 1) · (busy / slots)^power
    [4, 4, 2, [1 + 3 / 16, 1 + 3 / 4, 1 + 27 / 16, 4]],
    [4, 3, 1, [1.5, 2, 2.5, 3]],
    [2, 4, 0, [4, 4]],
  ])('%d slots, full %d, power %d', (slots, factor, power, ends) => {
    const one = world({ pools: { big: pool(slots, { slowdown: { full: factor, power } }) } });
    for (let i = 0; i < slots; i++) one.send(0);
    expect(one.run().filter((line) => line.includes('ok'))).toEqual(ends.map((end, i) => `${i} ok/answered@${end} 4`));
  });

  it('is fixed at the admission: who goes makes nobody faster', () => {
    const one = world({
      pools: { big: pool(2, { slowdown: { full: 3, power: 1 } }) },
      models: { big: model(), short: model({ service: 1 }) },
    });
    one.send(0, { model: 'short' });
    one.send(0);
    expect(one.run()).toContain('1 ok/answered@3 4');
  });

  it('counts the tenants', () => {
    const tenants = { ...full, load: 0.5, hold: 1000 };
    const one = world({ pools: { big: pool(1000, { slowdown: { full: 3, power: 1 }, otherTenants: tenants }) } });
    one.send(0);
    one.clock.runUntil(0);
    const { busy } = one.pool();
    // About half of the slots; the first attempt was counted itself.
    expect(busy).toBeGreaterThan(400);
    expect(one.run()).toContain(`0 ok/answered@${Math.round((1 + (2 * busy) / 1000) * 1e6) / 1e6} 4`);
  });
});

describe('what a pool measures', () => {
  it('the free slots over time, tenants and changes of slots included', () => {
    const one = world({ pools: { big: pool(steps([0, 3], [2000, 1], [3000, 4])) } });
    one.send(1000);
    one.send(1500);
    one.run();
    one.clock.runUntil(4_000_000);
    // 3 for 1 s, 2 for 0.5 s, 1 for 0.5 s; then 1 slot: none free while one runs until 2.5 s, 1 until 3 s; then 4.
    expect(one.pool().freeArea() / 1e6).toBe(3 + 1 + 0.5 + 0 + 0.5 + 4);
    expect(one.pool().ownArea() / 1e6).toBe(2);
  });

  it('free slots before our first attempt too', () => {
    const one = world({ pools: { big: pool(2, { otherTenants: full }) } });
    one.clock.runUntil(5_000_000);
    expect(one.pool().freeArea()).toBe(0);
  });

  it('spells of saturation: from a refusal until 10 s pass without one', () => {
    const one = world({ pools: { big: pool(0) } });
    // The gap of exactly 10 s belongs to the spell, a longer one ends it.
    for (const at of [1000, 3000, 13_000, 23_000.001, 24_000, 60_000]) one.send(at);
    one.run();
    one.pool().close();
    expect(one.pool().spells).toEqual([12_000, 999.999, 0]);
  });
});

describe('other tenants', () => {
  it('share the queue: who came first is served first', () => {
    // One slot held for good, a queue of 3 that the tenants fill before we come.
    const one = world({ pools: { big: pool(1, { queue: { length: 3 }, otherTenants: full }) } });
    one.send(1000);
    expect(one.run()).toEqual(['0 capacity/overloaded@1 0']);
    expect(one.counts()).toEqual({ arrived: 1, capacityRefused: 1 });
  });

  it('are refused in an outage that includes them, and only then', () => {
    const outage = (tenants: boolean) =>
      ({ outage: { models: ['big'], from: { offset: 10_000 }, for: 10_000, tenants, as: 'capacity' } }) as const;
    const refusedOf = (tenants: boolean): number => {
      const one = world(
        { pools: { big: pool(1e6, { otherTenants: { ...full, load: 1e-4, hold: 1000 } }) }, faults: [outage(tenants)] },
        { lengthMs: 30_000 },
      );
      one.send(0);
      one.clock.runUntil(30_000_000);
      one.pool().observe();
      return one.pool().tenantRefused;
    };
    expect(refusedOf(false)).toBe(0);
    // 100 a second for 10 s, four standard deviations.
    expect(Math.abs(refusedOf(true) - 1000)).toBeLessThan(4 * Math.sqrt(1000));
  });

  it('have filled the pool before the start, unreported', () => {
    const one = world({
      pools: { big: pool(40, { otherTenants: { load: 0.9, hold: 20_000, law: 'exponential', retry: 'none', batch: 1 } }) },
    });
    one.send(0);
    one.clock.runUntil(0);
    expect(one.pool().busy).toBeGreaterThan(20);
    expect([one.pool().tenantArrivals, one.pool().tenantRefused]).toEqual([0, 0]);
  });

  it('are not counted before the start either where that is in the midst of the day', () => {
    const one = world({ pools: { big: pool(3, { otherTenants: { ...full, hold: 1000 } }) } }, { startsAtMs: 1_800_000 });
    one.clock.runUntil(1_800_000_000);
    one.pool().begin();
    expect(one.pool().busy).toBeGreaterThan(0);
    expect([one.pool().tenantArrivals, one.pool().tenantRefused, one.pool().spells]).toEqual([0, 0, []]);
    one.clock.runUntil(1_810_000_000);
    one.pool().observe();
    expect(one.pool().tenantArrivals).toBeGreaterThan(0);
  });

  it('are not simulated in a pool that nobody looks at', () => {
    const one = world({
      pools: { big: pool(), small: pool(5, { otherTenants: full }) },
      faults: [script(['big'], [])],
    });
    one.send(0);
    one.run();
    expect([one.pool('small').used, one.pool('small').busy]).toEqual([false, 0]);
  });

  it('free a slot at the very instant at which ours leaves the queue: it is taken, and given back with the cancel', () => {
    const crowded = () => world({ pools: { big: pool(2, { queue: { length: 1000 }, otherTenants: { ...full, load: 1.1, hold: 1000 } }) } });
    const served = crowded();
    served.send(0);
    served.run();
    // Served a second before its end.
    const atMs = Number(/@([\d.]+)/.exec(served.log.at(-1) ?? '')?.[1]) * 1000 - 1000;
    expect(atMs).toBeGreaterThan(0);
    for (const order of [eventClass.capacity, eventClass.timeout]) {
      const one = crowded();
      one.send(0);
      one.cancel(0, atMs, order);
      one.run();
      expect(one.counts()).toMatchObject({ arrived: 1, admitted: 1, cancelled: 1 });
      expect([one.counts().queued, one.counts().inService]).toEqual([undefined, undefined]);
      expect(one.pool().ownArea()).toBe(0);
    }
  });
});
