import { describe, expect, test } from 'vitest';
import { scopeFor } from '../../sim/curves/scope.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { Luck } from '../../sim/kernel/random.ts';
import { VirtualClock } from '../../sim/kernel/virtual-clock.ts';
import { Controls } from '../../sim/provider/controls.ts';
import { createProvider } from '../../sim/provider/provider.ts';
import type { FaultSpec, ProviderSpec } from '../../sim/provider/spec.ts';
import { provider as providerSpec } from '../support/scenario.ts';
import { erlangB } from '../theory/formulas.ts';

const second = 1_000_000;

/** A provider in virtual time, and its controls. */
function controlled(spec: Partial<ProviderSpec>, seed = 1) {
  const clock = new VirtualClock();
  const whole = providerSpec(spec);
  const calendar = scopeFor({ start: '2026-03-02T00:00', zone: 'UTC', length: 3_600_000, seed, replication: 0, folder: '.' });
  const scope = { clock, luck: new Luck(seed, 0), calendar, end: Number.POSITIVE_INFINITY, billed: () => {} };
  const provider = createProvider('', whole, scope);
  const controls = new Controls({ name: 'default', names: ['default'], spec: whole, provider, scope });
  return { clock, provider, controls };
}

const tenants = { load: 0.5, hold: 1000, law: 'exponential', retry: 'none', batch: 1 } as const;
const shared = { pools: { big: { slots: 10, queue: { length: 0 }, otherTenants: tenants } } };

describe('the load of other tenants', () => {
  test('is refused as Erlang’s formula says, before it is exchanged and after', () => {
    const { clock, provider, controls } = controlled(shared);
    const pool = provider.pools.get('big');
    if (pool === undefined) throw new Error('no pool');
    const until = (seconds: number) => {
      const [came, refused] = [pool.tenantArrivals, pool.tenantRefused];
      clock.runUntil(seconds * second);
      pool.observe();
      return [pool.tenantArrivals - came, (pool.tenantRefused - refused) / (pool.tenantArrivals - came)] as const;
    };
    pool.begin();
    const [before, refusedBefore] = until(20_000);
    controls.curvesExchange('big', { load: 1.2 })();
    until(20_100);
    const [after, refusedAfter] = until(40_100);
    // 5 and 12 Erlang in ten slots of a second: so many come in 20,000 s, give or take five standard deviations.
    expect(Math.abs(before - 100_000)).toBeLessThan(5 * Math.sqrt(100_000));
    expect(Math.abs(after - 240_000)).toBeLessThan(5 * Math.sqrt(240_000));
    // Refusals come in clusters: some ten of them count as one.
    for (const [measured, load, came] of [
      [refusedBefore, 5, before],
      [refusedAfter, 12, after],
    ] as const) {
      const expected = erlangB(10, load);
      expect(Math.abs(measured - expected)).toBeLessThan(5 * Math.sqrt((expected * (1 - expected)) / (came / 10)));
    }
  });

  test('exchanged again and again for the same one comes at the same rate', () => {
    const { clock, provider, controls } = controlled(shared, 3);
    const pool = provider.pools.get('big');
    pool?.begin();
    for (let at = 1; at <= 4000; at++) {
      clock.runUntil(at * 0.5 * second);
      controls.curvesExchange('big', { load: 0.5 })();
    }
    // 5 a second for 2,000 s.
    expect(Math.abs((pool?.tenantArrivals ?? 0) - 10_000)).toBeLessThan(5 * Math.sqrt(10_000));
  });

  test('is not there to be exchanged where nobody else is', () => {
    const { controls } = controlled({ pools: { big: { slots: 10, queue: { length: 0 } } } });
    expect(() => controls.curvesExchange('big', { load: 0.5 })).toThrow(InputError);
  });
});

describe('faults that are switched on', () => {
  const half = (models?: readonly string[]): FaultSpec => ({ errors: { share: 0.5, as: 'server_error', ...(models && { models }) } });
  const attempts = 2000;

  function refusedOf(change: (controls: Controls) => void): number {
    const { clock, provider, controls } = controlled({ pools: { big: { slots: attempts, queue: { length: 0 } } } });
    change(controls);
    const send = provider.send('big');
    const request = { inputTokens: 1, outputTokens: 1, maxTokens: 1, stream: false };
    for (let entity = 0; entity < attempts; entity++) {
      send?.({ request: { ...request, entity }, target: 'big', number: 0 }, { first: () => {}, end: () => {} });
    }
    clock.runUntil(second);
    return provider.counts.faulted;
  }

  const near = (measured: number, share: number) =>
    expect(Math.abs(measured - share * attempts)).toBeLessThan(5 * Math.sqrt(attempts * share * (1 - share)));

  test('have luck of their own: two that hit half each leave a quarter', () => {
    near(
      refusedOf((controls) => controls.switchOn('one', half())),
      0.5,
    );
    near(
      refusedOf((controls) => {
        controls.switchOn('one', half());
        controls.switchOn('two', half());
      }),
      0.75,
    );
  });

  test('have it also when one before them was switched off, or replaced', () => {
    near(
      refusedOf((controls) => {
        for (const id of ['one', 'two', 'three']) controls.switchOn(id, half());
        expect([controls.switchOff('one'), controls.switchOff('one')]).toEqual([true, false]);
        controls.switchOn('two', half());
      }),
      0.75,
    );
  });

  test('touch the models that they name, and nobody when they are off again', () => {
    expect(refusedOf((controls) => controls.switchOn('one', half(['other'])))).toBe(0);
    expect(
      refusedOf((controls) => {
        controls.switchOn('one', half());
        controls.switchOff('one');
      }),
    ).toBe(0);
  });
});
