import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Report, Surroundings } from '../../../reports/formats/format.ts';
import { renderPartial } from '../../../reports/formats/terminal/partial.ts';
import { bar } from '../../../reports/formats/terminal/sweep-table.ts';
import { terminal } from '../../../reports/formats/terminal/terminal.ts';
import { width } from '../../../reports/formats/terminal/width.ts';
import { expectGolden } from '../golden.ts';
import { hostileNames } from '../hostile.ts';
import { peakDay } from '../peak-day.ts';
import { reportOf } from '../sample.ts';

const plain: Surroundings = { columns: 80, colour: false, written: [], next: [] };
const print = (report: Report, surroundings: Partial<Surroundings> = {}) => terminal.print(report, { ...plain, ...surroundings });
const lines = (text: string) => text.split('\n');

describe('the built-in day', () => {
  test.each([60, 80, 120, 160])('is as reviewed at %i columns', (columns) => {
    const written = ['out/peak-day/result.json', 'out/peak-day/report.md'];
    const next = ['at-capacity explain peak-day.yaml --request 17 --strategy naive', 'at-capacity init'];
    expectGolden(`terminal-${columns}.txt`, print(peakDay, { columns, written, next }));
  });

  test('the verdict comes first, before any figure', () => {
    expect(print(peakDay).startsWith('Ship limited@limit=4: errors 4.4 %')).toBe(true);
  });

  test('colour changes nothing but colour', () => {
    const coloured = print(peakDay, { colour: true });
    expect(coloured).not.toBe(print(peakDay));
    expect(stripVTControlCharacters(coloured)).toBe(print(peakDay));
  });

  test('the table has one line a strategy, a list a block', () => {
    expect(lines(print(peakDay)).filter((line) => /^[ >] (article-backoff|side-project) /.test(line))).toHaveLength(2);
    expect(lines(print(peakDay, { columns: 79 })).filter((line) => line.startsWith('    p95 with failures'))).toHaveLength(9);
  });
});

describe('every width', () => {
  test.each([40, 60, 79, 80, 100, 120, 200])('%i columns are kept, with 25 strategies of long names', (columns) => {
    const strategies = Array.from({ length: 25 }, (_, i) => ({
      name: `a-strategy-with-a-very-long-name-${'x'.repeat(20 * (i % 4))}-${i}`,
    }));
    const shown = lines(print(reportOf({ strategies }), { columns }));
    expect(shown.filter((line) => width(line) > columns)).toEqual([]);
    expect(shown.filter((line) => line.includes('12.3 s')).length).toBeGreaterThanOrEqual(25);
  });

  test('any names: no line is too long, no control character gets through, every strategy has its own line', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ unit: 'binary', maxLength: 60 }), { minLength: 1, maxLength: 5 }), (names) => {
        const shown = print(reportOf({ strategies: names.map((name) => ({ name })) }));
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
        expect(shown.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
        const table = lines(shown).filter((line) => line.includes('0.500/s'));
        expect(table).toHaveLength(names.length);
        expect(table.filter((line) => width(line) > 80)).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  test.each([60, 80, 120])('hostile names in every place at %i columns', (columns) => {
    const strategies = hostileNames.map((name) => ({ name }));
    const failure = { code: 'stalled', message: hostileNames.join(' ') };
    const told = { name: hostileNames.join(), warnings: hostileNames, verdict: hostileNames.join(' '), baseline: hostileNames[0] ?? '' };
    const report = reportOf({ ...told, strategies: [...strategies, { name: '\u001b[2Jfailed', failure }] });
    const shown = print(report, { columns, written: hostileNames, next: hostileNames });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(shown.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  });
});

describe('what may be missing', () => {
  test('a p95 that falls on a failure is n/a, and the note says why', () => {
    const shown = print(reportOf({ strategies: [{ name: 'a', errorRate: 0.2, p95: null }] }));
    expect(shown).toMatch(/^ {2}a +20\.0 % +n\/a/m);
    expect(shown).toContain('more than 5 % of the requests failed');
  });

  test('no request at all: n/a, no division by zero', () => {
    const shown = print(reportOf({ strategies: [{ name: 'a', offered: 0, goodput: 0, cost: 0 }] }));
    expect(shown).toMatch(/^ {2}a +n\/a +n\/a +0\/s +n\/a +11\.9 % +\$0 +baseline$/m);
  });

  test('every strategy failed: no figures, the failures explained', () => {
    const failed = (name: string, code: string) => ({
      name,
      offered: 0,
      failure: { code, message: `request 17 of ${name} was sent 1,000 times` },
    });
    const shown = print(reportOf({ strategies: [failed('a', 'livelock'), failed('b', 'stalled')] })).replace(/\n +/g, ' ');
    expect(shown).toMatch(/ a .* failed b .* failed$/m);
    expect(shown).toContain('a (livelock): request 17 of a was sent 1,000 times. It kept');
    expect(shown).toContain('give its retry a wait and an end');
    expect(shown).toContain('nothing was left that could wake them');
    expect(shown).not.toContain('Simulated');
  });

  test('an interrupted run says over how many replications its figures are', () => {
    const report = reportOf({ strategies: [{ name: 'a' }], incomplete: true });
    expect(print(report)).toContain('Interrupted: figures are over the 5 replications that every strategy has.');
  });
});

test('counts are per strategy and replication, equal ones together', () => {
  const strategies = [
    { name: 'a', tenantArrivals: 172_800 },
    { name: 'b', tenantArrivals: 172_800 },
    { name: 'c', tenantArrivals: 691_200 },
  ];
  const shown = print(reportOf({ strategies: strategies.map((stated) => ({ ...stated, offered: 43_012 })) }));
  expect(shown).toContain('43,012 own requests and 172,800 arrivals of other tenants: a, b\n');
  expect(shown).toContain('43,012 own requests and 691,200 arrivals of other tenants: c\n');
});

test('a partial table says how far the run is', () => {
  const shown = renderPartial(peakDay, { done: 18, total: 90 }, { columns: 80, colour: false });
  expect(lines(shown)[0]).toBe('First look, 18 of 90 runs done; figures will still move.');
  // its line, two lines of heading, one a strategy
  expect(lines(shown)).toHaveLength(1 + 2 + 9);
});

test.each([30, 40, 60])('a partial table of %i columns keeps one line a strategy', (columns) => {
  const shown = lines(renderPartial(peakDay, { done: 90, total: 90 }, { columns, colour: false }));
  expect(shown[0]).toBe('All 90 runs done.');
  expect(shown.filter((line) => line.includes(' %'))).toHaveLength(9);
  expect(shown.filter((line) => width(line) > columns)).toEqual([]);
});

test.each([
  [0, ''],
  [1, '████'],
  [0.5, '██'],
  // 0.28 × 4 cells × 8 = 9 eighths
  [0.28, '█▏'],
  [0.0001, '▏'],
  [2, '████'],
])('a bar of %d in four cells is %j', (share, expected) => {
  expect(bar(share, 4)).toBe(expected);
});
