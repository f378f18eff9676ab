import { describe, expect, test } from 'vitest';
import { InputError } from '../../../sim/kernel/problem.ts';
import type { Day } from '../../../sim/server/admin/day.ts';
import type { FaultEntry } from '../../../sim/server/admin/fault-entry.ts';
import type { JournalPage } from '../../../sim/server/admin/journal.ts';
import { built } from '../served.ts';
import { administered } from './administered.ts';

/** A slot more every minute, an outage in the third one, a quota that gives back one a second. */
const scenario = {
  time: { length: '10m' },
  provider: {
    models: {
      big: {
        slots: { steps: [1, 2, 3, 4, 5].map((value, minute) => ({ at: `${minute}m`, value })) },
        firstToken: '100ms',
        tokensPerSecond: 20,
        refuseAfter: '10ms',
        quota: { rpm: 60, burst: 2 },
      },
    },
    faults: [{ outage: { from: '2m', for: '1m' } }],
  },
  workload: { arrivals: { poisson: { rate: '1/s' } }, sizes: { input: 10, output: 4 } },
};

describe('a day that passes 60 times as fast', () => {
  const fast = { daySpeed: 60 };

  test('curves and windows of faults come a minute a second', async () => {
    const { state, pool, time } = await administered(scenario, fast);
    const seen: unknown[] = [];
    for (const until of [0, 999, 1000, 1999, 2000, 2999, 3000, 4000]) {
      await time.pass(until - time.nowMs());
      seen.push([until, (await state()).time.now, (await pool())?.slots, (await state()).faults[0]?.on]);
    }
    expect(seen).toEqual([
      [0, '2026-03-02T00:00', 1, false],
      [999, '2026-03-02T00:00:59', 1, false],
      [1000, '2026-03-02T00:01', 2, false],
      [1999, '2026-03-02T00:01:59', 2, false],
      [2000, '2026-03-02T00:02', 3, true],
      [2999, '2026-03-02T00:02:59', 3, true],
      [3000, '2026-03-02T00:03', 4, false],
      [4000, '2026-03-02T00:04', 5, false],
    ]);
  });

  test('answers, refusals, waits and quotas take as long as ever', async () => {
    const { call, ask, state, time } = await administered(scenario, fast);
    expect([await call({}, 299), (await ask<JournalPage>('GET', 'journal')).body.counters.ended]).toEqual(['open', 0]);
    await time.pass(2);
    await ask('PUT', 'pools/big/slots', { slots: 0 });
    expect([await call({}, 9), await call({}, 9)]).toEqual(['open', 'open']);
    await time.pass(10);
    const { entries } = (await ask('GET', 'journal')).body as JournalPage;
    // Two at once, then one a second: the third is refused by the quota.
    expect(entries.map(({ receivedMs, endMs, outcome }) => [outcome, endMs - receivedMs])).toEqual([
      ['admitted', 300],
      ['capacity', 10],
      ['quota', 10],
    ]);
    // 311 ms after the first one.
    const quota = (await state()).providers.default?.models.big?.quota[0];
    expect([quota?.remaining, quota?.resetMs]).toEqual([0, 2000 - time.nowMs()]);
  });

  test('other callers come as often in real time as their load says, and hold slots as long', async () => {
    const load = {
      steps: [
        { at: '0s', value: 0.2 },
        { at: '1m', value: 0.8 },
      ],
    };
    const pools = { big: { slots: 1000, otherTenants: { load, hold: '100ms', law: 'constant' } } };
    const { pool, time } = await administered({ time: { length: '10m' }, provider: { pools, models: { one: { pool: 'big' } } } }, fast);
    await time.pass(900);
    const before = (await pool())?.tenantArrivals ?? 0;
    expect(Math.abs(((await pool())?.tenants ?? 0) - 200)).toBeLessThan(5 * Math.sqrt(200));
    // 0.2 · 1000 / 100 ms a millisecond until 1 s, 0.8 from then on.
    await time.pass(300);
    const expected = 2 * 100 + 8 * 200;
    expect(Math.abs(((await pool())?.tenantArrivals ?? 0) - before - expected)).toBeLessThan(5 * Math.sqrt(expected));
    expect(Math.abs(((await pool())?.tenants ?? 0) - 800)).toBeLessThan(5 * Math.sqrt(800));
  });

  test('a curve or a fault by hand is of the day’s time too', async () => {
    const { ask, pool, time } = await administered(scenario, fast);
    await time.pass(500);
    await ask('PUT', 'curves', {
      pools: {
        big: {
          slots: {
            steps: [
              { at: '0s', value: 7 },
              { at: '1m', value: 8 },
            ],
          },
        },
      },
    });
    const fault = await ask<FaultEntry>('POST', 'faults', { errors: { for: '30s' } });
    expect([(await pool())?.slots, fault.body.leftMs]).toEqual([7, 500]);
    await time.pass(499);
    expect([(await pool())?.slots, (await ask<{ faults: FaultEntry[] }>('GET', 'faults')).body.faults.length]).toEqual([7, 2]);
    await time.pass(1);
    expect([(await pool())?.slots, (await ask<{ faults: FaultEntry[] }>('GET', 'faults')).body.faults.length]).toEqual([8, 1]);
    const day = (await ask('GET', 'day')).body as Day;
    expect([day.nowMs, day.toMs]).toEqual([60_000, 600_000]);
    // 288 intervals of 2.08 s: before 30 s the scenario's slot, then what was put.
    expect([0, 14, 15, 28, 29, 287].map((i) => day.providers.default?.big?.slots[i])).toEqual([1, 1, 7, 7, 8, 8]);
  });

  test('from where it begins: what lies before is as long ago', async () => {
    const { state, pool, time } = await administered(scenario, { ...fast, at: '90s' });
    expect([(await state()).time.sinceStartMs, (await pool())?.slots]).toEqual([90_000, 2]);
    await time.pass(500);
    expect([(await state()).time.sinceStartMs, (await pool())?.slots]).toEqual([120_000, 3]);
  });
});

describe('everything 10 times as fast', () => {
  test('answers, curves, quotas, all by the clock of the scenario', async () => {
    const { call, ask, state, pool, time } = await administered(scenario, { timeScale: 10 });
    expect(await call({}, 29)).toBe('open');
    await time.pass(2);
    const { entries } = (await ask('GET', 'journal')).body as JournalPage;
    expect(entries.map(({ receivedMs, endMs }) => [receivedMs, endMs])).toEqual([[0, 300]]);
    expect((await state()).providers.default?.models.big?.quota[0]?.resetMs).toBe(1000 - 310);
    await time.pass(6000 - time.nowMs());
    expect([(await state()).time.now, (await pool())?.slots]).toEqual(['2026-03-02T00:01', 2]);
  });
});

test('both at once is a mistake', async () => {
  await expect(built(scenario, { daySpeed: 2, timeScale: 3 })).rejects.toThrow(InputError);
});
