import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvLine } from '../../../reports/formats/csv/escape.ts';
import { summaryCsv } from '../../../reports/formats/csv/summary.ts';
import { timelineCsv } from '../../../reports/formats/csv/timeline.ts';
import { localTimes } from '../../../reports/result/local-time.ts';
import { measures } from '../../../reports/result/measures/registry.ts';
import { visible } from '../../../sim/kernel/visible.ts';
import { expectGolden } from '../golden.ts';
import { hostileNames } from '../hostile.ts';
import { peakDay } from '../peak-day.ts';
import { reportOf } from '../sample.ts';

describe('a cell', () => {
  test.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['semi;colon', '"semi;colon"'],
    // what a spreadsheet would run
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(1)', "'@SUM(1)"],
    ['＝1', "'＝1"],
    // what would break the row, or hide in it
    ['a\nb', 'a\\u{a}b'],
    ['\t=1', '\\u{9}=1'],
    // figures stay figures
    [-1.5, '-1.5'],
    [1e-9, '1e-9'],
    [null, ''],
  ])('%j is written %s', (cell, written) => {
    expect(csvLine(['x', cell])).toBe(`x,${written}\n`);
  });

  test('any text reads back as what is visible of it, on one line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const line = csvLine(['x', text]);
        const [row = []] = parse(line) as string[][];
        expect(line.split('\n')).toHaveLength(2);
        expect([visible(text), `'${visible(text)}`]).toContain(row[1]);
      }),
    );
  });
});

describe('summary.csv', () => {
  const table = parse(summaryCsv(peakDay.summary), { columns: true }) as Record<string, string>[];

  test('has a column and the ends of an interval for every measure', () => {
    const header = Object.keys(table[0] ?? {});
    for (const name of Object.keys(measures)) expect(header).toEqual(expect.arrayContaining([name, `${name}.low`, `${name}.high`]));
  });

  test('has one row a strategy with its figures', () => {
    expect(table).toHaveLength(8 + 10);
    // 1893 of 43012 failed, interval of the sample ± 10 %
    expect(table[0]).toMatchObject({
      strategy: 'naive',
      offered: '43012',
      failed: '1893',
      errorRate: '0.044011',
      'errorRate.low': '0.0396099',
    });
    expect(table[1]).toMatchObject({ strategy: 'hammer', 'latency.p95': '', amplification: '14.2' });
  });

  test('hostile names stay in their cell', () => {
    const names = hostileNames.filter((name) => name !== '');
    const rows = parse(summaryCsv(reportOf({ strategies: names.map((name) => ({ name })) }).summary), { columns: true }) as Record<
      string,
      string
    >[];
    expect(rows.map(({ strategy }) => strategy?.replace(/^'/, ''))).toEqual(names.map((name) => visible(name).replace(/^'/, '')));
    expect(rows.every(({ offered }) => offered === '1000')).toBe(true);
    expect(rows.filter(({ strategy }) => /^[=+\-@\t\r]/.test(strategy ?? ''))).toEqual([]);
  });
});

describe('timeline.csv', () => {
  test('has one row a strategy and bucket, by the start of the bucket', () => {
    const rows = parse([...timelineCsv(reportOf({ strategies: [{ name: 'a' }, { name: '=b' }] }).result)].join('')) as string[][];
    expect(rows).toEqual([
      [
        'strategy',
        'offsetSeconds',
        'localTime',
        'offered',
        'ok',
        'failed',
        'attempts',
        'capacityRefused',
        'inFlight',
        'waiting',
        'freeSlots',
        'limit',
      ],
      ['a', '0', '2026-03-02 00:00:00', '10', '9', '1', '11', '2', '2.5', '0', '20', ''],
      ['a', '3600', '2026-03-02 01:00:00', '20', '17.4', '2.6', '24', '6.6', '3.25', '0.125', '3.5', '4'],
      ["'=b", '0', '2026-03-02 00:00:00', '10', '9', '1', '11', '2', '2.5', '0', '20', ''],
      ["'=b", '3600', '2026-03-02 01:00:00', '20', '17.4', '2.6', '24', '6.6', '3.25', '0.125', '3.5', '4'],
    ]);
  });
});

describe('local time', () => {
  const hour = 3600;
  test.each([
    // Shanghai, no change
    ['2026-03-02T00:00', [['2026-03-02T00:00', 480]], 14 * hour + 600, '2026-03-02 14:10:00'],
    // New York springs forward on 2026-03-08: after 01:59 comes 03:00
    [
      '2026-03-08T00:00',
      [
        ['2026-03-08T00:00', -300],
        ['2026-03-08T03:00', -240],
      ],
      2 * hour - 60,
      '2026-03-08 01:59:00',
    ],
    [
      '2026-03-08T00:00',
      [
        ['2026-03-08T00:00', -300],
        ['2026-03-08T03:00', -240],
      ],
      2 * hour,
      '2026-03-08 03:00:00',
    ],
    // and falls back on 2026-11-01: 01:30 comes twice, an hour apart
    [
      '2026-11-01T00:00',
      [
        ['2026-11-01T00:00', -240],
        ['2026-11-01T01:00', -300],
      ],
      1.5 * hour,
      '2026-11-01 01:30:00',
    ],
    [
      '2026-11-01T00:00',
      [
        ['2026-11-01T00:00', -240],
        ['2026-11-01T01:00', -300],
      ],
      2.5 * hour,
      '2026-11-01 01:30:00',
    ],
    // half an hour off, and over the end of a month
    ['2026-02-28T23:30', [['2026-02-28T23:30', 330]], hour, '2026-03-01 00:30:00'],
    ['2026-03-02T00:00:30', [], 0.5, '2026-03-02 00:00:30'],
  ] as const)('from %s with %j, %d s later it is %s', (start, offsets, seconds, expected) => {
    expect(localTimes(start, offsets)(seconds)).toBe(expected);
  });
});

test('the files of the built-in day are as reviewed', () => {
  expectGolden('summary.csv', summaryCsv(peakDay.summary));
  expectGolden('timeline.csv', [...timelineCsv(peakDay.result)].join(''));
});
