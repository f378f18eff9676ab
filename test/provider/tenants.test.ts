import { describe, expect, it } from 'vitest';
import { Luck } from '../../sim/kernel/random.ts';
import type { PoolSpec } from '../../sim/provider/spec.ts';
import { Tenants } from '../../sim/provider/tenants.ts';
import { world as providerWorld } from '../support/provider-world.ts';
import { model, pool } from '../support/scenario.ts';

const second = 1_000_000;

describe('the luck of tenants', () => {
  const others = { load: 0.9, hold: 2000, law: 'exponential', retry: { attempts: 3, base: 1000 }, batch: 1 } as const;
  const busyOnes = pool(5, { queue: { length: 2 }, otherTenants: others });
  /** What 100 of our attempts to the model of one pool come to. */
  const heard = (pools: Record<string, PoolSpec>, of: string, seed = 1): string[] => {
    const models = Object.fromEntries(Object.keys(pools).map((name) => [name, model({ pool: name, service: 700 })]));
    const one = providerWorld({ pools, models }, { seed });
    for (let i = 0; i < 100; i++) one.send(i * 500, { model: of });
    return one.run();
  };
  const alone = heard({ big: busyOnes }, 'big');

  it('refuses some of ours and serves others', () => {
    const refused = alone.filter((line) => line.includes('capacity')).length;
    expect(refused).toBeGreaterThan(5);
    expect(refused).toBeLessThan(95);
  });

  it('does not change with other pools, their names, their number or their order', () => {
    expect(heard({ big: busyOnes, other: busyOnes }, 'big')).toEqual(alone);
    expect(heard({ another: busyOnes, big: busyOnes, third: pool(9) }, 'big')).toEqual(alone);
  });

  it('goes with the name of the pool, and differs between pools and between seeds', () => {
    const two = { big: busyOnes, other: busyOnes };
    const other = heard(two, 'other');
    expect(other).not.toEqual(alone);
    expect(heard({ other: busyOnes }, 'other')).toEqual(other);
    expect(heard({ big: busyOnes }, 'big', 2)).not.toEqual(alone);
  });

  it('brings them at the same instants whatever we do', () => {
    const count = (ours: number, retry: 'none' | { attempts: number; base: number }): number => {
      const one = providerWorld({ pools: { big: { ...busyOnes, otherTenants: { ...others, retry } } } }, { lengthMs: 60_000 });
      for (let i = 0; i < ours; i++) one.send(i * 100);
      one.clock.runUntil(60_000_000);
      one.pool().observe();
      return one.pool().tenantArrivals;
    };
    expect(count(500, 'none')).toBe(count(1, 'none'));
    // Those who come again are more where we take slots from them.
    expect(count(500, others.retry)).toBeGreaterThan(count(1, others.retry));
  });
});

describe('the run-in', () => {
  it.each([
    // mean holding time, ms · start of the run-in, s
    [20_000, -200],
    [6000, -60],
    [1000, -60],
  ])('begins max(10 × %d ms, 60 s) before the start, at the load of the start', (hold, from) => {
    const spec = { load: 0.5, hold, law: 'constant', retry: 'none', batch: 1 } as const;
    const tenants = new Tenants({
      spec,
      pool: 'big',
      load: { atMicros: Float64Array.of(0, 1), value: Float64Array.of(0.5, 0) },
      nominalSlots: 1000,
      meanHold: hold * 1000,
      hold: () => hold * 1000,
      luck: new Luck(1, 0),
    });
    expect(tenants.beginsAt).toBe(from * second);
    // Nobody comes after the start, when the load is 0; before it 0.5 · 1000 / hold a second do.
    let came = 0;
    let earliest = 0;
    while (tenants.nextAt < Number.POSITIVE_INFINITY) {
      earliest = Math.min(earliest, tenants.nextAt);
      expect(tenants.nextAt).toBeLessThanOrEqual(1);
      tenants.take();
      came += 1;
    }
    const expected = (0.5 * 1000 * -from) / (hold / 1000);
    expect(Math.abs(came - expected)).toBeLessThan(4 * Math.sqrt(expected));
    expect(earliest).toBeGreaterThanOrEqual(from * second);
  });

  it('comes before a start in the midst of the time, at the load of then', () => {
    const startsAt = 1000 * second;
    const tenants = new Tenants({
      spec: { load: 0.5, hold: 10_000, law: 'constant', retry: 'none', batch: 1 },
      pool: 'big',
      // Nobody until 950 s, and nobody after the start: what comes has come in the last 50 s of the run-in.
      load: { atMicros: Float64Array.of(0, 950 * second, startsAt), value: Float64Array.of(0, 0.5, 0) },
      nominalSlots: 1000,
      startsAt,
      meanHold: 10 * second,
      hold: () => 10 * second,
      luck: new Luck(1, 0),
    });
    expect(tenants.beginsAt).toBe(900 * second);
    let came = 0;
    while (tenants.nextAt < Number.POSITIVE_INFINITY) {
      expect(tenants.nextAt).toBeGreaterThanOrEqual(950 * second);
      expect(tenants.nextAt).toBeLessThanOrEqual(startsAt);
      tenants.take();
      came += 1;
    }
    // 50 a second for 50 s.
    expect(Math.abs(came - 2500)).toBeLessThan(4 * 50);
  });

  it.each(['exponential', 'lognormal', 'constant'] as const)('fills the pool to its load, with a law that is %s', (law) => {
    const others = { load: 0.5, hold: 10_000, law, retry: 'none', batch: 1 } as const;
    const one = providerWorld({ pools: { big: pool(20_000, { otherTenants: others }) } });
    one.send(0);
    one.clock.runUntil(0);
    // Infinite servers: Poisson with mean 10,000 whatever the law; the run-in of 10 means leaves 5 % of a log-normal's tail out at most.
    expect(Math.abs(one.pool().busy - 10_000)).toBeLessThan(500);
  });
});
