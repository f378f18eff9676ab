import { describe, expect, test } from 'vitest';
import {
  calendarOf,
  formatWallTime,
  isZone,
  parseWallTime,
  startOf,
  timePointMs,
  timePoints,
  weekdayOf,
  zoneOffsets,
} from '../../sim/curves/calendar.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import type { TimePointSpec } from '../../sim/provider/spec.ts';
import { scopeOf } from './scope-of.ts';

const hour = 3_600_000;
const day = 24 * hour;

describe('the start of a run', () => {
  const rows: readonly (readonly [string, string, string])[] = [
    ['2026-03-02T00:00', 'UTC', '2026-03-02T00:00:00.000Z'],
    ['2026-03-02T00:00', 'Asia/Shanghai', '2026-03-01T16:00:00.000Z'],
    ['2026-03-02T00:00', 'Asia/Kolkata', '2026-03-01T18:30:00.000Z'],
    ['2026-07-01T12:00:30', 'Europe/Berlin', '2026-07-01T10:00:30.000Z'],
    // The clock jumps from 02:00 to 03:00: a skipped reading is the moment of the jump.
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['2026-03-08T02:30', 'America/New_York', '2026-03-08T07:00:00.000Z'],
    // The clock shows 02:00 to 03:00 twice: a repeated reading is the earlier one.
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    // Lord Howe puts its clock back by half an hour, from 02:00 to 01:30.
    ['2026-04-05T01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z'],
    ['2026-04-05T02:00', 'Australia/Lord_Howe', '2026-04-04T15:30:00.000Z'],
  ];
  test.each(rows)('%s in %s is %s', (start, zone, utc) => {
    expect(startOf(start, zone)).toBe(Date.parse(utc));
  });

  test.each([
    ['2026-03-02', 'UTC', 'time.start'],
    ['2026-02-30T00:00', 'UTC', 'time.start'],
    ['2026-03-02T00:00Z', 'UTC', 'time.start'],
    ['2026-03-02T00:00', 'Europe/Atlantis', 'time.zone'],
    ['2026-03-02T00:00', '+08:00', 'time.zone'],
    ['2026-03-02T00:00', '', 'time.zone'],
  ])('%s in "%s" is refused at %s', (start, zone, key) => {
    expect(() => startOf(start, zone)).toThrow(InputError);
    expect(() => startOf(start, zone)).toThrow(`${key}: expected`);
  });

  test('zones are names of the IANA data', () => {
    expect(['UTC', 'Asia/Shanghai', 'local', 'system', '+08:00'].map(isZone)).toEqual([true, true, false, false, false]);
  });
});

describe('offsets used', () => {
  test.each([
    ['a zone without changes', '2026-03-02T00:00', 'Asia/Shanghai', day, [['2026-03-02T00:00', 480]]],
    [
      'into summer time',
      '2026-03-28T12:00',
      'Europe/Berlin',
      2 * day,
      [
        ['2026-03-28T12:00', 60],
        ['2026-03-29T03:00', 120],
      ],
    ],
    [
      'out of it',
      '2026-11-01T00:00',
      'America/New_York',
      day,
      [
        ['2026-11-01T00:00', -240],
        ['2026-11-01T01:00', -300],
      ],
    ],
    ['a run that ends at the change does not use it', '2026-03-29T00:00', 'Europe/Berlin', 2 * hour, [['2026-03-29T00:00', 60]]],
    [
      'one millisecond more does',
      '2026-03-29T00:00',
      'Europe/Berlin',
      2 * hour + 1,
      [
        ['2026-03-29T00:00', 60],
        ['2026-03-29T03:00', 120],
      ],
    ],
    [
      'a year',
      '2026-01-01T00:00',
      'America/New_York',
      365 * day,
      [
        ['2026-01-01T00:00', -300],
        ['2026-03-08T03:00', -240],
        ['2026-11-01T01:00', -300],
      ],
    ],
  ])('%s', (_, start, zone, length, offsets) => {
    expect(zoneOffsets(start, zone, length)).toEqual(offsets);
  });
});

describe('local days', () => {
  test('days of the week', () => {
    const dates = ['1970-01-01', '2026-03-02', '2026-03-08', '1969-12-29'];
    expect(dates.map((date) => weekdayOf((parseWallTime(`${date}T00:00`) ?? Number.NaN) / day))).toEqual([3, 0, 6, 0]);
  });

  test('wall times are written as they are read', () => {
    for (const text of ['2026-03-02T14:10', '2026-03-02T14:10:05', '2026-03-02T14:10:05.250']) {
      expect(formatWallTime(parseWallTime(text) ?? Number.NaN)).toBe(text);
    }
  });

  test.each([
    ['2026-03-28T00:00', 'Europe/Berlin', [24, 23, 24]],
    ['2026-10-24T00:00', 'Europe/Berlin', [24, 25, 24]],
    ['2026-03-07T00:00', 'America/New_York', [24, 23, 24]],
    ['2026-10-31T00:00', 'America/New_York', [24, 25, 24]],
    ['2026-04-04T00:00', 'Australia/Lord_Howe', [24, 24.5, 24]],
  ])('hours of the days from %s in %s: %j', (start, zone, lengths) => {
    const calendar = calendarOf(scopeOf(start, zone));
    const midnight = (k: number) => calendar.sinceStart((calendar.firstDay + k) * day);
    expect(lengths.map((_, k) => (midnight(k + 1) - midnight(k)) / hour)).toEqual(lengths);
  });

  test('a later reading never comes earlier', () => {
    const calendar = calendarOf(scopeOf('2026-10-24T00:00', 'Europe/Berlin'));
    const times = Array.from({ length: 3 * 24 * 4 }, (_, quarter) => calendar.sinceStart(calendar.firstDay * day + quarter * 900_000));
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });
});

describe('points in time, in hours since the start', () => {
  const rows: readonly (readonly [string, TimePointSpec, boolean, string, string, readonly number[]])[] = [
    ['an offset', { offset: 90 * 60_000 }, false, '2026-03-02T09:00', 'UTC', [1.5]],
    ['a time later today', { minuteOfDay: 14 * 60 + 30 }, false, '2026-03-02T09:00', 'UTC', [5.5]],
    ['a time that is past comes tomorrow', { minuteOfDay: 8 * 60 }, false, '2026-03-02T09:00', 'UTC', [23]],
    ['the time of the start is the start', { minuteOfDay: 9 * 60 }, false, '2026-03-02T09:00', 'UTC', [0]],
    ['an instant', { instant: '2026-03-03T10:00' }, false, '2026-03-02T09:00', 'Asia/Shanghai', [25]],
    ['daily, over the day on which an hour is skipped', { minuteOfDay: 12 * 60 }, true, '2026-03-28T00:00', 'Europe/Berlin', [12, 35, 59]],
    ['a skipped reading is the jump', { minuteOfDay: 150 }, true, '2026-03-28T00:00', 'Europe/Berlin', [2.5, 26, 49.5]],
    ['a skipped reading on the first day', { minuteOfDay: 150 }, true, '2026-03-29T00:00', 'Europe/Berlin', [2, 25.5]],
    ['a repeated reading is the earlier one', { minuteOfDay: 150 }, true, '2026-10-24T00:00', 'Europe/Berlin', [2.5, 26.5, 51.5]],
    ['a repeated reading is over after its first time', { minuteOfDay: 150 }, false, '2026-10-25T02:45', 'Europe/Berlin', [24.75]],
    ['an offset daily: the same reading of every day', { offset: 12 * hour }, true, '2026-03-28T00:00', 'Europe/Berlin', [12, 35, 59]],
    ['an instant daily', { instant: '2026-03-03T10:00' }, true, '2026-03-02T10:00', 'UTC', [24, 48]],
  ];
  test.each(rows)('%s', (_, point, daily, start, zone, hours) => {
    const points = timePoints(point, daily, scopeOf(start, zone)).map((ms) => ms / hour);
    expect(daily ? points.slice(0, hours.length) : points).toEqual(hours);
  });

  test('daily goes on to the end of the tail, a week after the run', () => {
    expect(timePoints({ minuteOfDay: 0 }, true, scopeOf('2026-03-02T00:00', 'UTC', { length: 2 * day }))).toHaveLength(2 + 7);
  });

  test('an instant before the start is refused, and can be asked for', () => {
    const scope = scopeOf('2026-03-02T09:00', 'Asia/Shanghai');
    const point = { instant: '2026-03-02T08:00' };
    expect(() => timePoints(point, false, scope)).toThrow('2026-03-02T08:00 lies before the start of the run, 2026-03-02T09:00');
    expect(() => timePoints(point, false, scope)).toThrow(InputError);
    expect(timePointMs(point, scope)).toBe(-hour);
  });
});
