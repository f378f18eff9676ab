import { describe, expect, test } from 'vitest';
import { noFaults } from '../../../sim/server/page/faults-at.ts';
import type { Snapshot } from '../../../sim/server/page/recent.ts';
import { viewOf } from '../../../sim/server/page/view.ts';
import { noneRefused, type Stated, snapshot } from './snapshot.ts';

function viewed(now: Snapshot, past: readonly Snapshot[] = [], faults = noFaults) {
  const { pools, models } = viewOf({ now, past, faults: () => faults });
  return { pools, models, pool: pools[0], model: models[0] };
}

describe('rates and refusals', () => {
  const at = (seconds: number, attempts: number, admitted: number, capacity: number, quota = 0, tenantRefused = 0) =>
    snapshot({
      atMs: seconds * 1000,
      models: { big: { attempts, admitted, refused: { ...noneRefused, capacity, quota } } },
      pools: { big: { tenantRefused } },
    });
  const past = [at(0, 0, 0, 0), at(30, 40, 30, 10, 0, 5), at(85, 100, 70, 20, 10, 8)];

  test('are of five seconds and of a minute; refusals of every cause are added up', () => {
    const { model, pool } = viewed(at(90, 120, 75, 30, 15, 20), past);
    // From second 85 on: 20 attempts and 5 admitted in 5 s. From second 30 on: 45 − 10 refused, 20 − 5 of others.
    expect(model).toMatchObject({ attemptsPerSecond: 4, admittedPerSecond: 1, allRefused: { lastMinute: 35, sinceStart: 45 } });
    expect(pool).toMatchObject({ othersRefused: { lastMinute: 15, sinceStart: 20 } });
  });

  test('are of the time since the start where that is shorter, and nothing at the start itself', () => {
    expect(viewed(at(2, 6, 2, 4), [at(0, 0, 0, 0)]).model).toMatchObject({ attemptsPerSecond: 3, allRefused: { lastMinute: 4 } });
    expect(viewed(at(0, 0, 0, 0)).model).toMatchObject({ attemptsPerSecond: 0, admittedPerSecond: 0, allRefused: { lastMinute: 0 } });
  });
});

describe('the room at a model', () => {
  const roomOf = (stated: Stated, faults = noFaults) => {
    const { room, note } = viewed(snapshot(stated), [], faults).model ?? {};
    return [room, note];
  };
  const requests = (remaining: number) => [{ kind: 'requests', limit: 60, remaining, resetMs: 1500 }] as const;

  test.each<[string, Stated, readonly [string, string]]>([
    ['slots are free', { pools: { big: { slots: 10, busy: 9 } } }, ['free', '1 of 10 slots free']],
    ['every slot is in use', { pools: { big: { slots: 10, busy: 10 } } }, ['full', '10 of 10 slots in use']],
    ['somebody waits', { pools: { big: { busy: 10, queue: { waiting: 3, own: 1 } } } }, ['full', '10 of 10 slots in use, 3 waiting']],
    ['more runs than there are slots by now', { pools: { big: { slots: 2, busy: 5 } } }, ['full', '5 of 2 slots in use']],
    ['there are no slots', { pools: { big: { slots: 0 } } }, ['full', 'no slots']],
    [
      'less than one request is left',
      { models: { big: { quota: requests(0.9) } } },
      ['limited', 'no requests a minute left, all back in 2 s'],
    ],
    ['one request is left', { models: { big: { quota: requests(1) } } }, ['free', '10 of 10 slots free']],
  ])('%s', (_, stated, expected) => expect(roomOf(stated)).toEqual(expected));

  test('a fault that refuses everything comes first', () => {
    expect(roomOf({ pools: { big: { busy: 10 } } }, { kinds: ['outage'], refuseAll: true })).toEqual(['out', 'refuses everything']);
    expect(roomOf({}, { kinds: ['slow'], refuseAll: false })).toEqual(['free', '10 of 10 slots free']);
  });
});

describe('pools', () => {
  test('have their models, and say who uses their slots', () => {
    const { pools } = viewed(
      snapshot({
        pools: { big: { busy: 7, own: 3, tenants: 4, load: 0.5 }, small: {} },
        models: { one: {}, two: { pool: 'small' }, three: {} },
      }),
    );
    expect(pools.map(({ name, free, shared, models }) => [name, free, shared, models.map((model) => model.name)])).toEqual([
      ['big', 3, true, ['one', 'three']],
      ['small', 10, false, ['two']],
    ]);
  });

  test('remember how full they were', () => {
    const at = (seconds: number, busy: number) => snapshot({ atMs: seconds * 1000, pools: { big: { slots: 4, busy } } });
    expect(viewed(at(3, 5), [at(1, 1), at(2, 2)]).pool?.past).toEqual([
      { secondsAgo: 2, share: 0.25 },
      { secondsAgo: 1, share: 0.5 },
      { secondsAgo: 0, share: 1 },
    ]);
  });

  test('of a provider with a name carry it', () => {
    expect(viewed(snapshot({ provider: 'main' })).pool).toMatchObject({ name: 'main/big', models: [{ name: 'main/big' }] });
  });

  test('may be called anything', () => {
    const names = ['__proto__', 'constructor', 'toString'];
    const stated = snapshot({
      pools: Object.fromEntries(names.map((name) => [name, {}])),
      models: Object.fromEntries(names.map((name) => [name, { pool: name, attempts: 1 }])),
    });
    expect(viewed(stated, [stated]).models.map(({ name, attempts }) => [name, attempts])).toEqual(names.map((name) => [name, 1]));
  });
});
