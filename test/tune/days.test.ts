import { describe, expect, test } from 'vitest';
import { createTimeline } from '../../harness/run/timeline.ts';
import type { Scenario } from '../../harness/scenario/scenario.ts';
import { dayReader } from '../../harness/tune/days.ts';

const hour = 3_600_000;

function readerOf(time: Partial<Scenario['time']>) {
  const whole = { start: '2026-03-02T00:00', zone: 'UTC', length: 24 * hour, warmUp: 0, drain: 0, ...time };
  return { time: whole, read: dayReader({ time: whole } as Scenario) };
}

/** One good answer in each bucket. */
function goodByHour(time: Partial<Scenario['time']>): readonly number[] | undefined {
  const { time: whole, read } = readerOf(time);
  const timeline = createTimeline(whole.length, true);
  timeline.counted.good.fill(1);
  return read?.(timeline).map(({ good }) => good);
}

const everyHour = (each: number): number[] => Array.from({ length: 24 }, () => each);

describe('a replication by the hour of the day', () => {
  // A day has buckets of five minutes, three days of a quarter of an hour, a week of an hour.
  test.each([
    ['a day', {}, everyHour(12)],
    ['three days', { length: 72 * hour }, everyHour(3 * 4)],
    ['a week', { length: 168 * hour }, everyHour(7)],
    ['ten minutes less for the warm-up', { warmUp: hour / 6 }, everyHour(12).with(0, 10)],
    ['from 07:30, in local time', { start: '2026-03-02T07:30', zone: 'Asia/Shanghai' }, everyHour(12)],
    ['on the day of 23 hours, and one hour more', { start: '2026-03-29T00:00', zone: 'Europe/Berlin', length: 48 * hour }, undefined],
  ])('%s', (_, time, expected) => {
    if (expected !== undefined) expect(goodByHour(time)).toEqual(expected);
    // 48 hours have buckets of ten minutes; 02:00 comes once, and the hour that is left over is 00:00 of the third day.
    else expect(goodByHour(time)).toEqual(everyHour(12).with(2, 6).with(0, 18));
  });

  test.each([
    ['an hour', { length: hour }],
    ['six hours', { length: 6 * hour }],
    ['23 hours', { length: 23 * hour }],
    ['a day of which a warm-up takes most of an hour', { warmUp: 0.6 * hour }],
    ['a fortnight, whose buckets are of two hours', { length: 336 * hour }],
  ])('is not told of %s', (_, time) => expect(goodByHour(time)).toBeUndefined());

  test('keeps every count apart', () => {
    const { time, read } = readerOf({});
    const { counted } = createTimeline(time.length, true);
    const timeline = { ...createTimeline(time.length, true), counted };
    for (const [i, name] of (['good', 'ok', 'failed', 'firstSent', 'firstRefused'] as const).entries()) counted[name][13 * 12] = i + 1;
    expect(read?.(timeline)[13]).toEqual({ good: 1, ok: 2, failed: 3, firstSent: 4, firstRefused: 5 });
    expect(read?.(timeline)[12]).toEqual({ good: 0, ok: 0, failed: 0, firstSent: 0, firstRefused: 0 });
  });
});
