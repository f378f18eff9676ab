import { describe, expect, test } from 'vitest';
import { type Markup, textOf } from '../../../sim/markup/markup.ts';
import type { Day, PoolDay } from '../../../sim/server/admin/day.ts';
import { buttonsPart } from '../../../sim/server/page/buttons-part.ts';
import { dayPart } from '../../../sim/server/page/day-part.ts';
import { noFaults } from '../../../sim/server/page/faults-at.ts';
import { modelsNow, type Room } from '../../../sim/server/page/models-now.ts';
import { poolsPart } from '../../../sim/server/page/pools-part.ts';
import { viewOf } from '../../../sim/server/page/view.ts';
import { hostileNames } from '../../formats/hostile.ts';
import { snapshot } from './snapshot.ts';

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const unescaped = (text: string) => text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '');
/** Texts of the elements, without markup. */
const read = (part: Markup) =>
  unescaped(textOf(part).replace(/<[^>]*>/g, ''))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

test('a pool with fewer slots than are in use says until when', () => {
  const said = (slots: number) => {
    const now = snapshot({ pools: { big: { slots, busy: 5, tenants: 5 } } });
    return read(poolsPart(viewOf({ now, past: [], faults: () => noFaults })));
  };
  expect(said(2)).toContain('5 of 2 slots in use, until those who came before have left');
  expect(said(5)).toContain('5 of 5 slots in use');
});

describe('which models are free', () => {
  const said = (...rooms: readonly Room[]) => read(modelsNow(rooms.map((room, i) => ({ name: `m${i}`, room, note: 'a note' }))))[0];

  test.each([
    [said('free'), 'The model is free now.'],
    [said('full'), 'The model is not free now.'],
    [said('full', 'out'), 'None of 2 models is free now.'],
    [said('free', 'limited'), '1 of 2 models is free now.'],
    [said('free', 'full', 'free'), '2 of 3 models are free now.'],
    [said('free', 'free'), 'All 2 models are free now.'],
  ])('%s', (sentence, expected) => expect(sentence).toBe(expected));

  test('each of them has its mark and why', () => {
    const rooms: readonly Room[] = ['free', 'full', 'limited', 'out'];
    expect(read(modelsNow(rooms.map((room) => ({ name: '<b>', room, note: '"&' })))).slice(1)).toEqual([
      '<b> ✓ free "&',
      '<b> ✕ full "&',
      '<b> ◷ at its quota "&',
      '<b> ■ out of service "&',
    ]);
  });
});

test('what a button asks for comes through whole, whatever stands in it', () => {
  const calls = [
    { method: 'PUT' as const, path: '/x', body: { pools: Object.fromEntries(hostileNames.map((name) => [name, { load: 2 }])) } },
  ];
  const text = textOf(buttonsPart([{ label: 'Go', does: '', pressed: false, calls, said: '' }]));
  const attribute = unescaped(/data-calls="([^"]*)"/.exec(text)?.[1] ?? '');
  expect(JSON.parse(attribute)).toEqual(JSON.parse(JSON.stringify(calls)));
});

describe('the day', () => {
  const dayOf = (pools: Readonly<Record<string, PoolDay>>, nowMs = 9 * 3_600_000): Day => ({
    zone: 'Europe/Berlin',
    from: '2026-03-02T00:00',
    to: '2026-03-02T12:00',
    now: '2026-03-02T09:00',
    fromMs: 0,
    toMs: 12 * 3_600_000,
    nowMs,
    atMs: [0, 3, 6, 9].map((hour) => hour * 3_600_000),
    labels: ['00:00', '03:00', '06:00', '09:00'],
    providers: { default: pools },
  });
  /** Corners of each line, in intervals and in shares of what is shown. */
  const corners = (part: Markup) =>
    [...textOf(part).matchAll(/points="([^"]*)"/g)].map(([, points = '']) =>
      points.split(' ').map((point) => point.split(',').map(Number)),
    );

  test('draws load against the slots that are there, stretched to the highest line and a tenth', () => {
    // 0.5 and 1 of 8 slots are 4 and 8: of 8 slots a half and all, of 4 twice as much. 2.2 is the top.
    const part = dayPart(dayOf({ big: { slots: [8, 8, 4, 4], load: [0.5, 1, 1, 0.5], nominalSlots: 8, slotsNow: 4, loadNow: 0.5 } }));
    const at = (share: number) => Math.round(1000 - (1000 * share) / 2.2);
    expect(corners(part)).toEqual([
      [
        [0, at(0.5)],
        [0, at(0.5)],
        [1, at(0.5)],
        [1, at(1)],
        [2, at(1)],
        [2, at(2)],
        [3, at(2)],
        [3, at(1)],
        [4, at(1)],
      ],
    ]);
    expect(read(part)).toContain('big now 100 %, at most 200 % at 06:00');
  });

  test('says what is asked for now, which may be less than at most within its interval', () => {
    const part = dayPart(dayOf({ big: { slots: [8, 8, 8, 2], load: [0, 0, 0, 2], nominalSlots: 8, slotsNow: 4, loadNow: 0.25 } }));
    expect(read(part)).toContain('big now 50 %, at most 300 % or more at 09:00');
  });

  test('marks the present: nine of twelve hours are gone', () => {
    const text = textOf(dayPart(dayOf({ big: { slots: [8, 8, 8, 8], load: [0, 0, 0, 0], nominalSlots: 8, slotsNow: 8, loadNow: 0 } })));
    expect(text).toContain('<line class="now" x1="75%" x2="75%"');
    expect(text).toContain('now 09:00');
  });

  test('cuts off what no pool can serve, and where there are no slots', () => {
    const part = dayPart(
      dayOf({
        big: { slots: [8, 0, 8, 8], load: [0, 0.5, 9, 9], nominalSlots: 8, slotsNow: 8, loadNow: 9 },
        idle: { slots: [0, 0, 0, 0], load: [0, 0, 0, 0], nominalSlots: 0, slotsNow: 0, loadNow: 0 },
      }),
    );
    expect(corners(part)[0]?.some(([, y]) => Number.isNaN(y))).toBe(false);
    expect(read(part)).toContain('big now 300 % or more, at most 300 % or more at 03:00');
    expect(read(part)).toContain('idle now 0 %, at most 0 % at 00:00');
  });

  test('says where there is nobody else', () => {
    expect(read(dayPart(dayOf({ big: { slots: [8, 8, 8, 8], load: null, nominalSlots: 0, slotsNow: 8, loadNow: null } })))).toEqual([
      'No pool has other callers: its slots are all yours.',
    ]);
  });
});
