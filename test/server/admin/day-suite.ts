import { describe, expect, test } from 'vitest';
import type { Day } from '../../../sim/server/admin/day.ts';
import { built } from '../served.ts';
import { administered } from './administered.ts';

async function dayOf(scenario: object, at?: string): Promise<Day> {
  return (await (await built(scenario, { at })).inject('/_admin/day')).json();
}

const pools = {
  big: {
    slots: { window: { from: '12:00', to: '12:02', value: 2, outside: 40 } },
    otherTenants: { load: { hours: hours() }, hold: '20s' },
  },
  bare: { slots: 3.9 },
};
const models = { one: { pool: 'big' }, two: { pool: 'bare' } };

/** 0.00, 0.01 … 0.23. */
function hours(): readonly number[] {
  return Array.from({ length: 24 }, (_, hour) => hour / 100);
}

describe('GET /_admin/day', () => {
  test('a day in 288 intervals of five minutes: the fewest slots and the highest load of each', async () => {
    const day = await dayOf({ time: { length: '24h', zone: 'Asia/Shanghai' }, provider: { pools, models } }, '15:00');
    const { big, bare } = day.providers.default ?? {};
    expect([day.from, day.to, day.zone, day.fromMs, day.toMs]).toEqual([
      '2026-03-02T00:00',
      '2026-03-03T00:00',
      'Asia/Shanghai',
      0,
      86_400_000,
    ]);
    expect([day.now.slice(0, 16), Math.floor(day.nowMs / 60_000)]).toEqual(['2026-03-02T15:00', 900]);
    expect([day.atMs.length, day.atMs[1], day.labels[0], day.labels[181]]).toEqual([288, 300_000, '00:00', '15:05']);
    // Twelve intervals an hour; the window of two minutes lies in the one that begins at 12:00.
    expect(big?.load?.filter((_, i) => i % 12 === 11)).toEqual(hours());
    expect([big?.slots[143], big?.slots[144], big?.slots[145], big?.nominalSlots]).toEqual([40, 2, 40, 40]);
    expect([bare?.slots[0], bare?.load, bare?.nominalSlots]).toEqual([3, null, 0]);
  });

  test('what holds at this instant, also where it changed within an interval', async () => {
    const { server, ask } = await administered({ provider: { pools, models } });
    await ask('PUT', 'curves', { pools: { big: { slots: 1, load: 9 } } });
    await ask('PUT', 'curves', { pools: { big: { slots: 20, load: 0.25 } } });
    const { providers }: Day = (await server.inject('/_admin/day')).json();
    expect([providers.default?.big?.slotsNow, providers.default?.big?.loadNow]).toEqual([20, 0.25]);
    expect([providers.default?.bare?.slotsNow, providers.default?.bare?.loadNow]).toEqual([3, null]);
  });

  test('a short run whole, in intervals of a second or longer', async () => {
    const scenario = { time: { length: '1m' }, provider: { models: { big: { slots: 4 } } } };
    const day = await dayOf(scenario);
    expect([day.fromMs, day.toMs, day.atMs.length, day.labels.at(-1)]).toEqual([0, 60_000, 60, '00:00:59']);
  });

  test('of a long run the local day that holds now, also where it has 23 hours', async () => {
    // Clocks in Berlin jump from 02:00 to 03:00 on 29 March 2026.
    const time = { start: '2026-03-28T12:00', zone: 'Europe/Berlin', length: '72h' };
    const scenario = { time, provider: { models: { big: { slots: 4 } } } };
    const first = await dayOf(scenario, '2026-03-28T13:00');
    expect([first.from, first.to]).toEqual(['2026-03-28T12:00', '2026-03-29T00:00']);
    const second = await dayOf(scenario, '2026-03-29T13:00');
    expect([second.from, second.to, second.toMs - second.fromMs]).toEqual(['2026-03-29T00:00', '2026-03-30T00:00', 23 * 3_600_000]);
  });
});
