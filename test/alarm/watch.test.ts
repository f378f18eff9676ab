import { describe, expect, test } from 'vitest';
import type { AlarmRule } from '../../harness/alarm/rule.ts';
import { type AlarmWatch, createWatch, stepOf } from '../../harness/alarm/watch.ts';

const minute = 60_000;
const hour = 60 * minute;
const level: AlarmRule = { measure: 'capacityErrorRate', above: 0.15, for: 10 * minute, window: 5 * minute };
const jump: AlarmRule = { measure: 'capacityErrorRate', jump: { from: 0.02, to: 0.15, over: 24 * hour }, window: hour };

/** 60 attempts a minute, of which a share is refused: the first of each so many. */
function attempts(watch: AlarmWatch, fromMs: number, toMs: number, refused: number): void {
  for (let ms = fromMs; ms < toMs; ms += 1000) {
    const place = (ms / 1000) % 60;
    watch.ended(place < refused * 60 ? 'capacity' : 'ok', true, ms);
  }
}

function watched(rules: readonly AlarmRule[], endMs: number, warmUpMs = 0) {
  const told: string[] = [];
  const watch = createWatch({ rules, warmUpMs, endMs, tell: ({ fromMs, untilMs }, state) => told.push(`${state} ${untilMs ?? fromMs}`) });
  return { watch, told };
}

describe('a level', () => {
  test('is told so long after the share of its window has passed the bound', () => {
    const { watch, told } = watched([level], 3 * hour);
    attempts(watch, 0, hour, 0);
    // 30 %: 5 minutes of it are above 15 % once more than half of the window is full, which is after 3 minutes.
    attempts(watch, hour, 2 * hour, 0.3);
    attempts(watch, 2 * hour, 3 * hour, 0);
    watch.advance(3 * hour);
    // At or below 7.5 % again when a quarter of the window at most is left: 4 minutes later.
    expect(told).toEqual([`raised ${hour + 13 * minute}`, `cleared ${2 * hour + 4 * minute}`]);
    expect(watch.spells).toMatchObject([{ value: 0.3, most: 0.3 }]);
  });

  test('is told the same whether it is looked at now and then or once', () => {
    const [often, once] = [watched([level], 2 * hour), watched([level], 2 * hour)];
    for (const { watch } of [often, once]) attempts(watch, 0, hour, 0);
    for (let from = hour; from < 2 * hour; from += 7000) {
      attempts(often.watch, from, Math.min(2 * hour, from + 7000), 0.3);
      often.watch.advance(Math.min(2 * hour, from + 7000));
    }
    attempts(once.watch, hour, 2 * hour, 0.3);
    once.watch.advance(2 * hour);
    expect(often.told).toEqual([`raised ${hour + 13 * minute}`]);
    expect(once.told).toEqual(often.told);
  });

  test('is not looked for in the warm-up, and what is high from the beginning has no time before', () => {
    const { watch, told } = watched([level], 2 * hour, hour);
    attempts(watch, 0, 2 * hour, 0.5);
    watch.advance(2 * hour);
    expect(told).toEqual([`raised ${hour + 11 * minute}`]);
    expect(watch.spells[0]?.spans).toBeUndefined();
  });
});

test('a jump: three days of which the third is worse alarm once, and ordinary peaks do not', () => {
  const { watch, told } = watched([jump, level], 72 * hour);
  for (const day of [0, 1, 2]) {
    attempts(watch, day * 24 * hour, (day * 24 + 10) * hour, day === 2 ? 0.2 : 0);
    attempts(watch, (day * 24 + 10) * hour, (day + 1) * 24 * hour, 0.1);
  }
  watch.advance(72 * hour);
  const [first, second, ...others] = watch.spells;
  expect(others).toEqual([]);
  expect([first?.rule, second?.rule]).toEqual([level, jump]);
  // By then the day before has 12 minutes of 10 % in its hour, 2 %, and this one 18 %.
  expect(second?.fromMs).toBe(48 * hour + 48 * minute);
  expect(second?.spans).toEqual({ now: { from: 48 * 60 - 12, to: 48 * 60 + 48 }, before: { from: 24 * 60 - 12, to: 24 * 60 + 48 } });
  expect(told.filter((line) => line.startsWith('raised'))).toHaveLength(2);
});

test('failures that no retry mends: each class by itself, at once, until a minute has passed without', () => {
  const { watch, told } = watched([{ on: ['auth', 'quota'], quiet: minute }], hour, minute);
  watch.ended('auth', true, 1000);
  watch.ended('auth', true, 5 * minute);
  watch.ended('quota', true, 5 * minute + 1);
  watch.ended('capacity', true, 5 * minute + 2);
  watch.ended('auth', false, 6 * minute);
  watch.ended('auth', false, 10 * minute);
  watch.advance(hour);
  expect(told).toEqual([
    `raised ${5 * minute}`,
    `raised ${5 * minute + 1}`,
    `cleared ${7 * minute}`,
    `raised ${10 * minute}`,
    `cleared ${11 * minute}`,
    `cleared ${6 * minute + 1}`,
  ]);
});

test('shares are looked at five times a window at least, once a minute at least, ten times a second at most', () => {
  expect(stepOf([jump], hour)).toBe(minute);
  expect(stepOf([{ ...level, window: 20_000, for: 0 }], hour)).toBe(4000);
  expect(stepOf([{ ...level, window: 1, for: 1 }], hour)).toBe(100);
  expect(stepOf([{ on: ['auth'], quiet: 1 }], hour)).toBe(minute);
});
