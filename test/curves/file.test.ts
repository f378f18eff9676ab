import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCurveFile } from '../../sim/curves/curve-file.ts';
import { InputError } from '../../sim/kernel/problem.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'curve files '));
});
afterAll(() => rmSync(folder, { recursive: true }));

const day = (value: (hour: number) => unknown = (hour) => hour) => Array.from({ length: 24 }, (_, hour) => `${hour},${value(hour)}`);
const read = (content: string | Buffer) => {
  writeFileSync(join(folder, 'a.csv'), content);
  return readCurveFile('a.csv', folder);
};
function problemsOf(content: string) {
  try {
    read(content);
  } catch (error) {
    if (error instanceof InputError) return error.problems.map(({ file, line, message }) => `${file}:${line ?? ''} ${message}`);
    throw error;
  }
  return [];
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const offsets = {
  by: 'offset',
  pieces: [
    [0, 1],
    [90_000, 2.5],
  ],
};

describe('curve files that are read', () => {
  test.each([
    ['plain', `hour,value\n${day().join('\n')}\n`],
    ['Windows line ends, no last one', `hour,value\r\n${day().join('\r\n')}`],
    ['a byte order mark', `\ufeffhour,value\n${day().join('\n')}\n`],
    ['rows in any order', `hour,value\n${day().reverse().join('\n')}\n`],
    ['semicolons, other order of columns, capitals, spaces', `Value ; HOUR\n${hours.map((hour) => ` ${hour}; ${hour} `).join('\n')}\n`],
    ['blank lines', `\nhour,value\n\n${day().join('\n\n')}\n   \n`],
    [
      'more columns',
      `hour,value,note\n${day()
        .map((row) => `${row},x`)
        .join('\n')}\n`,
    ],
    ['quotes', `"hour","value"\n${hours.map((hour) => `"${hour}","${hour}"`).join('\n')}\n`],
  ])('by hour: %s', (_, content) => {
    expect(read(content)).toEqual({ by: 'hour', values: hours });
  });

  test('by hour of the week', () => {
    const rows = Array.from({ length: 168 }, (_, hour) => `${hour},${hour % 7}`);
    expect(read(`hour,value\n${rows.join('\n')}`)).toEqual({ by: 'hour', values: Array.from({ length: 168 }, (_, hour) => hour % 7) });
  });

  test('by offset, also in UTF-16', () => {
    expect(read('offset,value\n0s,1\n1.5m,2.5\n')).toEqual(offsets);
    expect(read(Buffer.from('\ufeffoffset,value\r\n0s,1\r\n90s,2.5\r\n', 'utf16le'))).toEqual(offsets);
  });
});

describe('bad rows, each with its line', () => {
  test('by hour', () => {
    const rows = day();
    rows[2] = '2,lots';
    rows[3] = '3,-1';
    rows[4] = '4,';
    rows[5] = '24h,1';
    rows[6] = '5,1,1';
    rows[7] = '0,7';
    expect(problemsOf(`hour,value\n${rows.join('\n')}`)).toEqual([
      'a.csv:4 expected a value of at least 0, found "lots"',
      'a.csv:5 expected a value of at least 0, found "-1"',
      'a.csv:6 expected a value of at least 0, found ""',
      'a.csv:7 expected an hour from 0 to 23 or 0 to 167, found "24h"',
      expect.stringMatching(/^a\.csv:8 cannot be read as a row: /),
      'a.csv:9 hour 0 stands here for the second time',
      'a.csv: expected 24 hours; missing: 5, 6, 7',
    ]);
  });

  test('by offset', () => {
    expect(problemsOf('offset,value\n\n0s,1\n90,2\n60s,1\n60s,Infinity\n')).toEqual([
      'a.csv:4 expected an offset such as 90s, found "90"',
      'a.csv:6 expected a value of at least 0, found "Infinity"',
      'a.csv:6 expected offsets in order, but 60s does not come after the one before it',
    ]);
  });

  test.each([
    ['an empty file', '', 'a.csv: expected a first line with the columns hour and value, or offset and value; found nothing'],
    [
      'other columns',
      'time,load\n1,2\n',
      'a.csv:1 expected a first line with the columns hour and value, or offset and value; found "time,load"',
    ],
    ['no rows', 'offset,value\n', 'a.csv: expected at least one row below the column names'],
    [
      'hours of half a week',
      `hour,value\n${Array.from({ length: 84 }, (_, hour) => `${hour},1`).join('\n')}`,
      'a.csv: expected 168 hours; missing: 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, …',
    ],
  ])('%s', (_, content, problem) => {
    expect(problemsOf(content)).toEqual([problem]);
  });

  test('a missing file', () => {
    expect(() => readCurveFile('none.csv', folder)).toThrow('none.csv no such file');
  });
});
