import { describe, expect, test } from 'vitest';
import { fewestBlocks } from '../../reports/result/tune/blocks.ts';
import { moveBoundaries } from '../../reports/result/tune/boundaries.ts';
import { type Day, hoursOfDay } from '../../reports/result/tune/day.ts';
import { dayPlan, planAt, planGaps, promises } from '../../reports/result/tune/day-plan.ts';
import { hourBlocks } from '../../reports/result/tune/hour-blocks.ts';
import { type SuitRules, suited } from '../../reports/result/tune/suited.ts';

const rules: SuitRules = { paired: true, balance: 0.01, errorRate: null };

/** Day and night of the issue: eight slots from 20:00 to 08:00, four in between. */
const isNight = (hour: number): boolean => hour < 8 || hour >= 20;

/** A hundred requests an hour of which so many are good, and so many first attempts refused; five days of the same, but for `noise`. */
function daysOf(good: (hour: number) => number, refused: (hour: number) => number, noise: (day: number) => number = () => 0): Day[] {
  return Array.from({ length: 5 }, (_, day) =>
    hoursOfDay.map((hour) => {
      const all = good(hour) + noise(day);
      return { good: all, ok: all, failed: 100 - all, firstSent: 100, firstRefused: refused(hour) };
    }),
  );
}

/** By the position of a limit in `limits`: it gives ten an hour for each slot it fills, and refuses what is beyond the slots. */
function issueDays(limits: readonly number[]) {
  const slots = (hour: number): number => (isNight(hour) ? 8 : 4);
  return new Map(
    limits.map((limit, position) => [
      position,
      daysOf(
        (hour) => 10 * Math.min(limit, slots(hour)),
        (hour) => 5 * Math.max(0, limit - slots(hour)),
      ),
    ]),
  );
}

describe('the values that suit an hour', () => {
  const of = (days: ReadonlyMap<number, readonly Day[]>, more: Partial<SuitRules> = {}) => suited(days, [0], { ...rules, ...more }, 24);

  test('are those that are not shown worse by more than 1 %', () => {
    const days = new Map(
      [80, 79.3, 79.1].map((good, i) => [
        i,
        daysOf(
          () => good,
          () => 0,
        ),
      ]),
    );
    // 79.3 is more than 0.99 · 80 = 79.2, 79.1 is less.
    expect(of(days)).toEqual([0, 1]);
  });

  test('a difference that luck could have made is not shown', () => {
    const swing = [10, -10, 0, 10, -10];
    const days = new Map([
      [
        0,
        daysOf(
          () => 70,
          () => 0,
          (day) => swing[day] ?? 0,
        ),
      ],
      [
        1,
        daysOf(
          () => 72,
          () => 0,
          (day) => -(swing[day] ?? 0),
        ),
      ],
    ]);
    expect(of(days)).toEqual([0, 1]);
  });

  test('of these, those whose first attempts are refused in less than is balance', () => {
    const days = new Map(
      [0, 0.9, 1, 30].map((refused, i) => [
        i,
        daysOf(
          () => 80,
          () => refused,
        ),
      ]),
    );
    expect(of(days)).toEqual([0, 1]);
  });

  test('where all refuse more than that, those within a point of the least', () => {
    const days = new Map(
      [5, 5.9, 6.5].map((refused, i) => [
        i,
        daysOf(
          () => 80,
          () => refused,
        ),
      ]),
    );
    expect(of(days)).toEqual([0, 1]);
  });

  test('and before that, those within the bound on errors', () => {
    const days = new Map(
      [79.5, 80].map((good, i) => [
        i,
        daysOf(
          () => good,
          () => (i === 0 ? 0 : 30),
        ),
      ]),
    );
    expect(of(days)).toEqual([0]);
    expect(of(days, { errorRate: 0.2 })).toEqual([1]);
  });
});

describe('blocks', () => {
  test('are as few as hours that have a value in common allow, over midnight too', () => {
    const suitedAt = hoursOfDay.map((hour) => (isNight(hour) ? [3, 4] : hour === 12 ? [1, 2, 3] : [1, 2]));
    const blocks = fewestBlocks(suitedAt);
    expect(blocks.map(({ positions }) => positions).toSorted()).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(blocks.find(({ positions }) => positions[0] === 1)?.hours).toEqual(hoursOfDay.filter((hour) => !isNight(hour)));
  });

  test('one where a value suits all hours', () => {
    expect(fewestBlocks(hoursOfDay.map((hour) => [hour % 3, 7]))).toEqual([{ hours: hoursOfDay, positions: [7] }]);
  });

  test('an hour that both neighbours suit goes to the one that gives more there, and no further', () => {
    const gives = (hour: number, position: number): number => (position === 1 && hour < 3 ? 2 : 1);
    const scores = { score: gives, isSuited: (hour: number, position: number) => position === 0 || hour !== 1 };
    const blocks = [
      { hours: [0, 1, 2, 3], positions: [0] },
      { hours: [4, 5], positions: [1] },
    ];
    // Hours 2 and 3 together are better with the second, 0 + 1; hour 1 is none of its own. Hour 0 comes over midnight.
    expect(moveBoundaries(blocks, scores).map(({ hours }) => hours)).toEqual([[1], [2, 3, 4, 5, 0]]);
  });

  test('are told with the hours at which they begin and end', () => {
    expect(hourBlocks(hoursOfDay.map((hour) => (isNight(hour) ? 8 : 4)))).toEqual([
      { from: 8, until: 20, limit: 4 },
      { from: 20, until: 8, limit: 8 },
    ]);
    expect(hourBlocks(hoursOfDay.map((hour) => (hour < 6 ? 8 : 4)))).toEqual([
      { from: 0, until: 6, limit: 8 },
      { from: 6, until: 24, limit: 4 },
    ]);
    expect(hourBlocks(hoursOfDay.map(() => 5))).toEqual([]);
  });
});

describe('the plan of a day', () => {
  test('is 8 by night and 4 by day where slots are', () => {
    const limits = [3, 4, 5, 7, 8, 9];
    const plan = dayPlan(issueDays(limits), rules);
    expect(planAt(plan).map((position) => limits[position])).toEqual(hoursOfDay.map((hour) => (isNight(hour) ? 8 : 4)));
    expect(planGaps(plan, [...limits.keys()])).toEqual([]);
  });

  test('asks for what lies between values that were tried', () => {
    // Positions are limits less one. By day 2 gives too little and 5 refuses; by night 5 gives too little, 8 all there is.
    const days = new Map([2, 5, 8, 12].map((limit) => [limit - 1, issueDays([limit]).get(0) as Day[]]));
    expect(planGaps(dayPlan(days, rules), [...days.keys()])).toEqual([2, 5, 9]);
  });

  test('is one block where slots do not change, and asks for nothing', () => {
    const days = new Map(
      [2, 5, 8, 12].map((limit) => [
        limit - 1,
        daysOf(
          () => 10 * Math.min(limit, 8),
          () => Math.max(0, limit - 8),
        ),
      ]),
    );
    const plan = dayPlan(days, rules);
    expect(plan).toHaveLength(1);
    expect(planGaps(plan, [...days.keys()])).toEqual([]);
    expect(promises(days, plan, 7, rules)).toBe(false);
  });
});

describe('a plan promises something', () => {
  const limits = [4, 8];
  const plan = dayPlan(issueDays(limits), rules);

  test('where it has more than 1 % more good answers: 960 + 480 against 960', () => {
    expect(promises(issueDays(limits), plan, 0, rules)).toBe(true);
  });

  test('where it brings refusals into balance: none against 20 % by day', () => {
    expect(promises(issueDays(limits), plan, 1, rules)).toBe(true);
    expect(promises(issueDays(limits), plan, 1, { ...rules, balance: 0.5 })).toBe(false);
  });

  test('where there is no one value, as long as its errors may be within their bound: 40 % in the mean', () => {
    expect(promises(issueDays(limits), plan, null, rules)).toBe(true);
    expect(promises(issueDays(limits), plan, null, { ...rules, errorRate: 0.41 })).toBe(true);
    expect(promises(issueDays(limits), plan, null, { ...rules, errorRate: 0.39 })).toBe(false);
  });
});
