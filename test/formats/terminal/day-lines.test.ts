import { expect, test } from 'vitest';
import { dayLines } from '../../../reports/formats/terminal/day-lines.ts';
import { paint } from '../../../reports/formats/terminal/paint.ts';
import { sparkline, wantsAscii } from '../../../reports/formats/terminal/sparkline.ts';
import { terminal } from '../../../reports/formats/terminal/terminal.ts';
import { width } from '../../../reports/formats/terminal/width.ts';
import { peakDay } from '../peak-day.ts';
import { reportOf } from '../sample.ts';

test('a line of columns from nothing to the most', () => {
  expect(sparkline([0, 1, 4, 7, null, 3.5], 7, 10, false)).toBe('▁▂▅█ ▅');
  expect(sparkline([0, 1, 4, 7, null, 3.5], 7, 10, true)).toBe('_.=# =');
});

test('what is not zero is told from zero, and the mean of neighbours stands where there are too many', () => {
  expect(sparkline([0.001, 0], 1000, 10, false)).toBe('▂▁');
  expect(sparkline([0, 14, 7, 7, null, null], 7, 3, false)).toBe('██ ');
  expect(sparkline([0, 0], 0, 10, false)).toBe('▁▁');
});

test('lines fit, and are left out where there is no room', () => {
  for (const cells of [40, 60, 80, 100]) {
    const lines = dayLines(peakDay, cells, false, paint(false));
    expect(lines.filter((line) => width(line) > cells)).toEqual([]);
  }
  expect(dayLines(peakDay, 30, false, paint(false))).toEqual([]);
});

test('the day says its ends, the load, and refusals and failures of two strategies on one scale', () => {
  const [head, offered, ...lines] = dayLines(reportOf({ strategies: [{ name: 'a', errorRate: 0.1 }] }), 80, false, paint(false));
  expect(head).toBe('Over time, 2026-03-02 00:00 to 2026-03-03 00:00');
  // 10 requests in the first of two hours of 3,600 s; the second is the rest of the day: 20 in 3,600 s.
  expect(offered).toMatch(/^ {2}offered {5}▅█ {2}0.00278\/s to 0.00556\/s$/);
  expect(lines.map((line) => line.trim().split(/ {2,}/)[0])).toEqual(['refused, a', 'failed, a', 'free slots']);
});

test('no block characters where there may be none', () => {
  const text = terminal.print(peakDay, { columns: 120, colour: false, ascii: true, written: [], next: [] });
  expect(text).not.toMatch(/[▁-█▏▎▍▌▋▊▉]/);
  expect(text).toContain('########');
});

test.each([
  [{ TERM: 'dumb' }, true, true],
  [{ TERM: 'linux', LANG: 'C.UTF-8' }, true, true],
  [{ LANG: 'de_DE.ISO-8859-1' }, true, true],
  [{ LC_ALL: 'C', LANG: 'C.UTF-8' }, true, true],
  [{ LANG: 'en_US.utf8' }, true, false],
  [{}, true, false],
  [{ LANG: 'C' }, false, false],
])('%j, a terminal %s: simple characters %s', (environment, isTerminal, ascii) => {
  expect(wantsAscii(environment, isTerminal)).toBe(ascii);
});
