import { describe, expect, test } from 'vitest';
import { asStored, json, toJson } from '../../reports/formats/json.ts';
import { expectGolden } from './golden.ts';
import { peakDay } from './peak-day.ts';
import { reportOf } from './sample.ts';

describe('toJson', () => {
  test.each<[object, string]>([
    // 6 significant digits; whole numbers are counts and stay exact
    [
      { share: 0.123456789, count: 123_456_789, small: 1.23456789e-9 },
      '{\n  "share": 0.123457,\n  "count": 123456789,\n  "small": 1.23457e-9\n}\n',
    ],
    [{ list: [1.00000049, null, 'a'] }, '{\n  "list": [1, null, "a"]\n}\n'],
    // what JSON has no word for is null, also inside a list
    [{ bad: Number.NaN, worse: [Number.POSITIVE_INFINITY, undefined], gone: undefined }, '{\n  "bad": null,\n  "worse": [null, null]\n}\n'],
    // what the user wrote, and instants, are not rounded
    [
      { config: { rate: 0.123456789 }, arrivedMs: 86_399_123.456 },
      '{\n  "config": {\n    "rate": 0.123456789\n  },\n  "arrivedMs": 86399123.456\n}\n',
    ],
    // targets in the order of their names, everything else as built
    [
      { b: 1, a: 2, byTarget: { z: 1, light: 2, B: 3 } },
      '{\n  "b": 1,\n  "a": 2,\n  "byTarget": {\n    "B": 3,\n    "light": 2,\n    "z": 1\n  }\n}\n',
    ],
    [{ empty: {}, none: [], rows: [{ a: 1 }] }, '{\n  "empty": {},\n  "none": [],\n  "rows": [\n    {\n      "a": 1\n    }\n  ]\n}\n'],
  ])('%j', (value, text) => {
    expect(toJson(value)).toBe(text);
  });
});

test('what is stored reads back as it was stored, and is stored the same again', () => {
  const stored = asStored(peakDay.result);
  expect(toJson(stored)).toBe(toJson(peakDay.result));
  expect(stored.scenario).toEqual(peakDay.result.scenario);
});

test('keys of any name survive', () => {
  const report = reportOf({ strategies: [{ name: '__proto__' }, { name: 'half \ud83d' }] });
  const names = asStored(report.result).strategies.map(({ name }) => name);
  expect(names).toEqual(['__proto__', 'half \ud83d']);
});

test('the files of the built-in day are as reviewed', async () => {
  const files = await json.write(peakDay);
  expect(files.map(({ name }) => name)).toEqual(['result.json', 'summary.json']);
  for (const { name, content } of files) expectGolden(`${name}.txt`, String(content));
});
