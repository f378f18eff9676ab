import { describe, expect, test } from 'vitest';
import { compileCurve, curveOf, meanOf, valueAt } from '../../sim/curves/compile.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { micros, scopeOf, written } from './scope-of.ts';

const byHour = Array.from({ length: 24 }, (_, hour) => hour);
const byWeekHour = Array.from({ length: 168 }, (_, hour) => hour);

type Row = readonly [
  what: string,
  curve: unknown,
  start: string,
  zone: string,
  facts: readonly (readonly [Parameters<typeof micros>[0], number])[],
];

const rows: readonly Row[] = [
  [
    'a number',
    0.3,
    '2026-03-02T00:00',
    'UTC',
    [
      [{}, 0.3],
      [{ d: 900 }, 0.3],
    ],
  ],
  ['its long form', { constant: 0.3 }, '2026-03-02T00:00', 'UTC', [[{ d: 1 }, 0.3]]],
  [
    '24 values repeat every day, hour 0 is local midnight',
    { hours: byHour },
    '2026-03-02T22:30',
    'Asia/Kolkata',
    [
      [{}, 22],
      [{ m: 29, s: 59 }, 22],
      [{ m: 30 }, 23],
      [{ h: 1, m: 30 }, 0],
      [{ d: 3, m: 30 }, 23],
    ],
  ],
  [
    '168 values start on Monday 00:00',
    { hours: byWeekHour },
    '2026-03-08T23:00',
    'Europe/Berlin',
    [
      [{}, 167],
      [{ h: 1 }, 0],
      [{ d: 1, h: 1 }, 24],
      [{ d: 6, h: 1 }, 144],
    ],
  ],
  [
    'hour 2 is skipped in Berlin on 29 March',
    { hours: byHour },
    '2026-03-29T00:00',
    'Europe/Berlin',
    [
      [{ h: 1, m: 59, s: 59 }, 1],
      [{ h: 2 }, 3],
      [{ h: 22 }, 23],
      [{ h: 23 }, 0],
    ],
  ],
  [
    'hour 1 lasts two hours in New York on 1 November',
    { hours: byHour },
    '2026-11-01T00:00',
    'America/New_York',
    [
      [{ h: 1 }, 1],
      [{ h: 2, m: 59 }, 1],
      [{ h: 3 }, 2],
      [{ h: 24 }, 23],
      [{ h: 25 }, 0],
    ],
  ],
  [
    'a profile between low and high: office hours on a Monday, Saturday and Sunday',
    { curve: 'office-hours', low: 0.45, high: 0.92 },
    '2026-03-02T00:00',
    'Asia/Shanghai',
    [
      [{ h: 3 }, 0.45],
      [{ h: 6 }, 0.45 + 0.47 * 0.05],
      [{ h: 9, m: 59, s: 59 }, 0.45 + 0.47 * 0.8],
      [{ h: 10 }, 0.92],
      [{ h: 15, m: 59, s: 59 }, 0.92],
      [{ h: 16 }, 0.45 + 0.47 * 0.9],
      [{ d: 5, h: 15 }, 0.45 + 0.47 * 0.35],
      [{ d: 6, h: 15 }, 0.45 + 0.47 * 0.25],
    ],
  ],
  [
    'low above high turns a profile upside down',
    { curve: 'office-hours', low: 40, high: 20 },
    '2026-03-02T00:00',
    'UTC',
    [
      [{ h: 3 }, 40],
      [{ h: 12 }, 20],
    ],
  ],
  [
    'a window: inclusive start, exclusive end, 0 outside',
    { window: { days: ['mon', 'wed'], from: '09:00', to: '17:30', value: 2 } },
    '2026-03-02T00:00',
    'UTC',
    [
      [{ h: 8, m: 59, s: 59 }, 0],
      [{ h: 9 }, 2],
      [{ h: 17, m: 29, s: 59 }, 2],
      [{ h: 17, m: 30 }, 0],
      [{ d: 1, h: 12 }, 0],
      [{ d: 2, h: 12 }, 2],
    ],
  ],
  [
    'a window over midnight belongs to the day on which it opens',
    { window: { days: ['fri'], from: '22:00', to: '06:00', value: 2, outside: 1 } },
    '2026-03-02T00:00',
    'UTC',
    [
      [{ d: 4 }, 1],
      [{ d: 4, h: 22 }, 2],
      [{ d: 5, h: 5, m: 59 }, 2],
      [{ d: 5, h: 6 }, 1],
      [{ d: 5, h: 23 }, 1],
    ],
  ],
  [
    'one that opened before the start is open',
    { window: { days: ['fri'], from: '22:00', to: '06:00', value: 2, outside: 1 } },
    '2026-03-07T03:00',
    'UTC',
    [
      [{}, 2],
      [{ h: 2, m: 59 }, 2],
      [{ h: 3 }, 1],
    ],
  ],
  [
    'whole days; Saturday and Sunday join',
    { window: { days: ['sat', 'sun'], value: 3 } },
    '2026-03-02T00:00',
    'UTC',
    [
      [{ d: 4, h: 23, m: 59 }, 0],
      [{ d: 5 }, 3],
      [{ d: 6 }, 3],
      [{ d: 7 }, 0],
    ],
  ],
  [
    'a window that opens in the skipped hour opens at the jump',
    { window: { from: '02:30', to: '04:00', value: 2 } },
    '2026-03-29T00:00',
    'Europe/Berlin',
    [
      [{ h: 1, m: 59, s: 59 }, 0],
      [{ h: 2 }, 2],
      [{ h: 3 }, 0],
    ],
  ],
  [
    'a window within the skipped hour does not open on that day',
    { window: { from: '02:15', to: '02:45', value: 2 } },
    '2026-03-29T00:00',
    'Europe/Berlin',
    [
      [{ h: 2 }, 0],
      [{ d: 1, h: 1, m: 14 }, 0],
      [{ d: 1, h: 1, m: 15 }, 2],
    ],
  ],
  [
    'a window within the repeated hour means the earlier one',
    { window: { from: '01:15', to: '01:45', value: 2 } },
    '2026-11-01T00:00',
    'America/New_York',
    [
      [{ h: 1, m: 15 }, 2],
      [{ h: 1, m: 45 }, 0],
      [{ h: 2, m: 15 }, 0],
    ],
  ],
  [
    'steps: 0 before the first, the last one holds',
    {
      steps: [
        { at: '60s', value: 2 },
        { at: '00:05', value: 3 },
        { at: '2026-03-02T00:10', value: 0 },
      ],
    },
    '2026-03-02T00:00',
    'UTC',
    [
      [{}, 0],
      [{ s: 59 }, 0],
      [{ s: 60 }, 2],
      [{ m: 5 }, 3],
      [{ m: 10 }, 0],
      [{ d: 30 }, 0],
    ],
  ],
  [
    'steps at instants before the start give the value at the start',
    {
      steps: [
        { at: '2026-03-01T08:00', value: 1 },
        { at: '2026-03-01T09:00', value: 2 },
        { at: '1m', value: 3 },
      ],
    },
    '2026-03-02T00:00',
    'Europe/Berlin',
    [
      [{}, 2],
      [{ m: 1 }, 3],
    ],
  ],
  [
    'a file by hour',
    { file: 'by-hour.csv' },
    '2026-03-02T07:00',
    'UTC',
    [
      [{}, 1],
      [{ h: 1 }, 4],
      [{ h: 12 }, 1],
    ],
  ],
  [
    'a file by offset',
    { file: 'by-offset.csv' },
    '2026-03-02T07:00',
    'UTC',
    [
      [{ s: 89 }, 1],
      [{ s: 90 }, 3],
      [{ h: 1, m: 30 }, 0.5],
    ],
  ],
  [
    'a sum',
    { sum: [1, { steps: [{ at: '1m', value: 2 }] }, { window: { from: '00:02', value: 4 } }] },
    '2026-03-02T00:00',
    'UTC',
    [
      [{}, 1],
      [{ m: 1 }, 3],
      [{ m: 2 }, 7],
    ],
  ],
  [
    'a product of a sum',
    { product: [{ sum: [1, { steps: [{ at: '1m', value: 2 }] }] }, 10] },
    '2026-03-02T00:00',
    'UTC',
    [
      [{}, 10],
      [{ m: 1 }, 30],
    ],
  ],
];

describe('curves at chosen times after the start', () => {
  test.each(rows)('%s', (_, curve, start, zone, facts) => {
    const steps = compileCurve(written(curve), scopeOf(start, zone));
    for (const [after, value] of facts) expect(valueAt(steps, micros(after)), JSON.stringify(after)).toBeCloseTo(value, 12);
  });
});

describe('a spike', () => {
  const spike = { at: '14:00', height: 3, rise: '5m', decay: '10m' };
  const top = micros({ h: 14, m: 5 });
  const steps = compileCurve(written({ spike }), scopeOf());

  test('is 0 before, and after 7 time constants', () => {
    expect(valueAt(steps, micros({ h: 14 }) - 1)).toBe(0);
    expect(valueAt(steps, top + micros({ m: 70 }))).toBe(0);
    expect(valueAt(steps, micros({ d: 1, h: 14, m: 5 }))).toBe(0);
  });

  test('stays within 2 % of its height of the line and the exponential', () => {
    for (let second = 0; second < 300; second += 7) {
      const exact = (3 * second) / 300;
      expect(Math.abs(valueAt(steps, micros({ h: 14, s: second })) - exact)).toBeLessThanOrEqual(0.02 * 3);
    }
    for (let second = 0; second < 4200; second += 7) {
      const exact = 3 * Math.exp(-second / 600);
      expect(Math.abs(valueAt(steps, top + micros({ s: second })) - exact)).toBeLessThanOrEqual(0.02 * 3);
    }
  });

  test('keeps the area: a triangle and an exponential', () => {
    expect(meanOf(steps, micros({ h: 14 }), top)).toBeCloseTo(1.5, 9);
    // ∫ over 7 time constants = height · decay · (1 − e⁻⁷)
    expect(meanOf(steps, top, top + micros({ m: 70 })) * 4200).toBeCloseTo(3 * 600 * (1 - Math.exp(-7)), 6);
  });

  test('daily comes again at the same local time, and tails add up', () => {
    const daily = compileCurve(written({ spike: { ...spike, rise: '0s', decay: '10h', daily: true } }), scopeOf());
    const first = valueAt(daily, micros({ h: 14 }));
    expect(valueAt(daily, micros({ d: 1, h: 14 }))).toBeCloseTo(first + first * Math.exp(-2.4), 9);
  });
});

test('means over the own period, for shapes', () => {
  const meanIn = (curve: unknown) => curveOf(written(curve), scopeOf()).periodMean?.();
  expect(meanIn(4)).toBe(4);
  expect(meanIn({ hours: byHour })).toBe(11.5);
  expect(meanIn({ curve: 'azure-2024-conv' })).toBeCloseTo(1, 12);
  // The weekday values of office-hours add up to 10.3; (5 + .35 + .25) such days a week.
  expect(meanIn({ curve: 'office-hours', low: 1, high: 2 })).toBeCloseTo(1 + (10.3 * 5.6) / 168, 12);
  expect(meanIn({ steps: [{ at: '1m', value: 2 }] })).toBeUndefined();
});

test('what only shows when a curve is compiled is a problem with the curve’s name', () => {
  const outOfOrder = {
    steps: [
      { at: '00:05', value: 1 },
      { at: '60s', value: 2 },
    ],
  };
  expect(() => compileCurve(written(outOfOrder), scopeOf(), 'main/big/slots')).toThrow(InputError);
  expect(() => compileCurve(written(outOfOrder), scopeOf(), 'main/big/slots')).toThrow('main/big/slots: steps: expected times in order');
  expect(() => compileCurve(written({ product: [1e200, 1e200] }), scopeOf(), 'load')).toThrow('load: the curve reaches Infinity');
});
