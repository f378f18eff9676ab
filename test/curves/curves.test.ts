import { describe, expect, test } from 'vitest';
import { compileCurve, curveOf } from '../../sim/curves/compile.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { expectFacts, type Facts } from './facts.ts';
import { scopeOf, written } from './scope-of.ts';

const byHour = Array.from({ length: 24 }, (_, hour) => hour);
const byWeekHour = Array.from({ length: 168 }, (_, hour) => hour);

const rows: readonly Facts[] = [
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
  test.each(rows)('%s', expectFacts);
});

test('means over the own period, for shapes', () => {
  const meanIn = (curve: unknown) => curveOf(written(curve), scopeOf()).periodMean?.();
  expect(meanIn(4)).toBe(4);
  expect(meanIn({ hours: byHour })).toBe(11.5);
  expect(meanIn({ curve: 'azure-2024-conv' })).toBeCloseTo(1, 12);
  // The weekday values of office-hours add up to 10.3.
  expect(meanIn({ curve: 'office-hours', low: 1, high: 2 })).toBeCloseTo(1 + 10.3 / 24, 12);
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
