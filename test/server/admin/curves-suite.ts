import { describe, expect, test } from 'vitest';
import type { Curves } from '../../../sim/server/admin/curves.ts';
import type { Day } from '../../../sim/server/admin/day.ts';
import { administered } from './administered.ts';

/** Tenants hold a slot for a tenth of a second each, so that a new load shows soon. */
const shared = {
  time: { length: '1h' },
  provider: {
    pools: {
      big: { slots: 1000, otherTenants: { load: 0.2, hold: '100ms', law: 'constant' } },
      bare: {
        slots: {
          steps: [
            { at: '0s', value: 3 },
            { at: '10s', value: 5 },
          ],
        },
      },
    },
    models: { one: { pool: 'big', service: '10s' }, two: { pool: 'bare', service: '10s' } },
  },
};

/** Poisson: within five standard deviations. */
const near = (expected: number) => [expected - 5 * Math.sqrt(expected), expected + 5 * Math.sqrt(expected)] as const;

function expectWithin(value: number | undefined, [low, high]: readonly [number, number]): void {
  expect(value).toBeGreaterThanOrEqual(low);
  expect(value).toBeLessThanOrEqual(high);
}

describe('curves while it runs', () => {
  test('as the scenario has them, with what they say now', async () => {
    const { ask } = await administered(shared);
    const { body } = await ask('GET', 'curves');
    expect((body as Curves).pools).toEqual({
      big: { slots: 1000, load: 0.2, ofScenario: true, now: { slots: 1000, load: 0.2 }, nominalSlots: 1000, holdMs: 100 },
      bare: {
        slots: {
          steps: [
            { at: '0ms', value: 3 },
            { at: '10s', value: 5 },
          ],
        },
        load: null,
        ofScenario: true,
        now: { slots: 3, load: null },
        nominalSlots: 0,
        holdMs: null,
      },
    });
  });

  test('another load holds at once: tenants come at the new rate, and hold slots as long as ever', async () => {
    const { ask, pool, time } = await administered(shared);
    await time.pass(200);
    expectWithin((await pool())?.tenants, near(200));
    const before = (await pool())?.tenantArrivals ?? 0;
    const put = await ask('PUT', 'curves', { pools: { big: { load: 0.7 } } });
    expect([put.status, (put.body as Curves).pools.big?.now, (put.body as Curves).pools.big?.ofScenario]).toEqual([
      200,
      { slots: 1000, load: 0.7 },
      false,
    ]);
    await time.pass(100);
    // In the 100 ms that one holds a slot, 0.7 · 1000 come.
    expectWithin(((await pool())?.tenantArrivals ?? 0) - before, near(700));
    expectWithin((await pool())?.tenants, near(700));
    await ask('PUT', 'curves', { pools: { big: { load: 0 } } });
    await time.pass(101);
    expect((await pool())?.tenants).toBe(0);
  });

  test('a load that was nothing for good can be raised again', async () => {
    const { ask, pool, time } = await administered(shared);
    await ask('PUT', 'curves', { pools: { big: { load: 0 } } });
    await time.pass(200);
    expect((await pool())?.tenants).toBe(0);
    await ask('PUT', 'curves', { pools: { big: { load: 0.5 } } });
    await time.pass(100);
    expectWithin((await pool())?.tenants, near(500));
  });

  test('fewer slots: nothing that runs is ended; more slots: the queue is served at once', async () => {
    const queued = { provider: { models: { big: { slots: 2, service: '10s', queue: { length: 5 } } } } };
    const { ask, pool, call } = await administered(queued);
    for (let i = 0; i < 4; i++) await call();
    expect(await pool()).toMatchObject({ slots: 2, own: 2, queue: { own: 2 } });
    await ask('PUT', 'pools/big/slots', { slots: 0 });
    expect(await pool()).toMatchObject({ slots: 0, busy: 2, own: 2, queue: { own: 2 } });
    const { body } = await ask('PUT', 'pools/big/slots', { slots: 3.7 });
    expect((body as Curves).pools.big).toMatchObject({ slots: 3.7, now: { slots: 3 } });
    expect(await pool()).toMatchObject({ slots: 3, own: 3, queue: { own: 1 } });
  });

  test('a curve of the grammar: steps of the scenario’s time, from now on; the day shows both', async () => {
    const { ask, pool, time } = await administered(shared);
    await time.pass(2000);
    await ask('PUT', 'curves', {
      pools: {
        bare: {
          slots: {
            steps: [
              { at: '0s', value: 7 },
              { at: '4s', value: 9 },
            ],
          },
        },
      },
    });
    expect((await pool('bare'))?.slots).toBe(7);
    await time.pass(1999);
    expect((await pool('bare'))?.slots).toBe(7);
    await time.pass(1);
    expect((await pool('bare'))?.slots).toBe(9);
    // 288 intervals of an hour: 12.5 s each.
    const day = (await ask('GET', 'day')).body as Day;
    expect(day.providers.default?.bare?.slots.slice(0, 2)).toEqual([3, 9]);
  });

  test('the scenario’s own again', async () => {
    const { ask, pool, time } = await administered(shared);
    await ask('PUT', 'curves', { pools: { bare: { slots: 1 }, big: { load: 0 } } });
    await time.pass(10_000);
    const { body } = await ask('DELETE', 'curves');
    expect(Object.values((body as Curves).pools).map(({ ofScenario, now }) => [ofScenario, now])).toEqual([
      [true, { slots: 1000, load: 0.2 }],
      [true, { slots: 5, load: null }],
    ]);
    await time.pass(100);
    expectWithin((await pool())?.tenants, near(200));
  });

  test('everything that is wrong, at once, and nothing is changed', async () => {
    const { ask } = await administered(shared);
    const before = (await ask('GET', 'curves')).body;
    const problems = async (path: string, body: object) => {
      const reply = await ask('PUT', path, body);
      return [reply.status, (reply.body as { problems: unknown }).problems];
    };
    expect(await problems('curves', { pools: { big: { load: -1, slot: 3 }, bare: { slots: { hours: [1, 2] } } } })).toEqual([
      400,
      [
        'pools.big.load: expected a number of at least 0, found -1',
        'pools.big: unknown key "slot"',
        'pools.bare.slots.hours: expected 24 or 168 values, found 2',
      ],
    ]);
    expect(await problems('curves', { pools: { big: { slots: 1 }, bare: { load: 0.5 }, none: { slots: 1 } } })).toEqual([
      400,
      ['pools.bare.load: nobody else uses bare: the scenario gives it no otherTenants', 'pools.none: no such pool; there are big, bare'],
    ]);
    const backwards = {
      steps: [
        { at: '5s', value: 1 },
        { at: '2s', value: 1 },
      ],
    };
    expect(await problems('curves', { pools: { big: { slots: backwards } } })).toEqual([
      400,
      ['pools.big.slots: steps: expected times in order, but step 2 does not come after step 1'],
    ]);
    expect(await problems('curves', { pools: { bare: {} } })).toEqual([400, ['pools.bare: expected slots, load or both']]);
    expect(await problems('curves', { pools: { big: { load: 1000 } } })).toEqual([
      400,
      ['pools.big.load: 10000000 arrivals of other tenants a second, expected at most 200000'],
    ]);
    expect(await problems('curves', { big: 1 })).toEqual([400, ['pools: expected a map of keys, found nothing', 'unknown key "big"']]);
    expect(await problems('pools/none/slots', { slots: 1 })).toEqual([404, ['pools.none: no such pool; there are big, bare']]);
    expect(await problems('pools/big/slots', { slots: 'many' })).toEqual([
      400,
      ['slots: expected a number of at least 0, found "many"; or expected a map of keys, found "many"'],
    ]);
    expect((await ask('GET', 'curves')).body).toEqual(before);
  });

  test('pools of several providers by provider/pool', async () => {
    const provider = (slots: number) => ({ pools: { big: { slots } }, models: { one: { pool: 'big' } } });
    const { ask } = await administered({
      providers: { a: provider(1), b: { ...provider(2), pools: { big: { slots: 2 }, own: { slots: 4 } } } },
      workload: { model: 'a/one', arrivals: { poisson: { rate: '1/s' } } },
    });
    const slots = async () =>
      Object.entries(((await ask('GET', 'curves')).body as Curves).pools).map(([name, { now }]) => [name, now.slots]);
    expect(await slots()).toEqual([
      ['a/big', 1],
      ['b/big', 2],
      ['b/own', 4],
    ]);
    await ask('PUT', 'curves', { pools: { 'b/big': { slots: 9 }, own: { slots: 8 } } });
    await ask('PUT', 'pools/a%2Fbig/slots', { slots: 7 });
    expect(await slots()).toEqual([
      ['a/big', 7],
      ['b/big', 9],
      ['b/own', 8],
    ]);
    expect((await ask('PUT', 'curves', { pools: { big: { slots: 1 } } })).body).toEqual({
      problems: ['pools.big: several providers have it; expected one of a/big, b/big'],
    });
  });
});
