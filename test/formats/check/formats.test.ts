import { describe, expect, test } from 'vitest';
import { checkFormats } from '../../../reports/formats/check/registry.ts';
import { notesOf, problemsOf } from '../../../reports/formats/check/words.ts';
import { gateOf, runsAround, stored } from '../../result/check/stored.ts';

const plain = { columns: 80, colour: false };
const hostile = '<a>&"\'|`]]>\u0007\n::error::%25 ##[group] @x';
const report = gateOf(stored({ [hostile]: runsAround(48) }, { name: hostile }), stored({ [hostile]: runsAround(10) }, { name: hostile }));

test.each(Object.keys(checkFormats))('%s: the same text each time, one line break at its end, no NaN', (name) => {
  const print = () => checkFormats[name as keyof typeof checkFormats].print(report, plain);
  expect(print()).toBe(print());
  expect(print()).toMatch(/[^\n]\n$/);
  expect(print()).not.toMatch(/NaN|Infinity|undefined/);
});

describe('names from files', () => {
  test('junit: no element, entity or character of theirs, and the counts are those of its cases', () => {
    const xml = checkFormats.junit.print(report, plain);
    expect(xml).toContain('&lt;a&gt;&amp;&quot;&apos;');
    expect(xml).not.toContain('<a>');
    expect(xml).not.toContain('\u0007');
    const count = (element: string) => xml.split(`<${element} `).length - 1;
    expect(xml).toMatch(
      new RegExp(`<testsuites [^>]*tests="${count('testcase')}" failures="${count('failure')}" errors="${count('error')}" skipped="0">`),
    );
    expect(count('failure')).toBeGreaterThan(0);
  });

  test('github: one command a line, what follows is data', () => {
    const lines = checkFormats.github.print(report, plain).trimEnd().split('\n');
    for (const line of lines) expect(line).toMatch(/^::(?:error|warning) file=gate\.yaml,title=[^:,]*::.+$/);
    expect(lines.join('\n')).not.toContain('##[');
    expect(lines[0]).toContain('%2525');
  });

  test('markdown: neither markup nor a cell of theirs', () => {
    const page = checkFormats.markdown.print(report, plain);
    expect(page).not.toContain('<a>');
    const rows = page.split('\n').filter((line) => line.startsWith('|'));
    for (const row of rows) expect(row.replace(/\\\|/g, '').split('|')).toHaveLength(10);
  });

  test('terminal: on lines of at most 80 cells, whatever is hidden written out', () => {
    const text = checkFormats.terminal.print(report, plain);
    expect(text).toContain('\\u{7}');
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });
});

test('what a breach is told with: value, change, interval and what is allowed', () => {
  const worse = gateOf(stored({ limited: runsAround(30) }), stored({ limited: runsAround(10) }));
  expect(checkFormats.markdown.print(worse, plain)).toMatch(
    /errorRate is worse: 1\.0 % → 3\.0 % \(\+2\.0 points, 95 %: .* to .* points\); allowed is 0\.50 points/,
  );
});

test('a percentile that is endless in some replications: what the others took is said beside it', () => {
  const partly = (ms: number) =>
    stored({
      limited: Array.from({ length: 10 }, (_, r) => {
        const failed = r === 0 ? 100 : 10;
        return { failed, goodCompletions: 900, latencies: Array<number>(1000 - failed).fill(ms) };
      }),
    });
  expect(checkFormats.markdown.print(gateOf(partly(50_000), partly(5000)), plain)).toContain(
    'latency.p95 is worse: endless in 1 of 10 → endless in 1 of 10; where it is not endless 5.00 s → 50.0 s (95 %: +45.0 s to +45.0 s); allowed is 500 ms',
  );
});

test('under --strict an open measure is told of once, and is no passed case of JUnit', () => {
  const swinging = (middle: number) =>
    stored({ limited: runsAround(middle).map((run, r) => ({ ...run, failed: middle + (r % 2 === 0 ? 20 : -20) })) });
  const open = [swinging(22), stored({ limited: runsAround(20) })] as const;
  for (const strict of [false, true]) {
    const checked = gateOf(...open, { strict });
    expect(checked.outcome).toBe(strict ? 'cannot decide' : 'passed');
    const told = [...(checked.scenarios[0] === undefined ? [] : [...problemsOf(checked.scenarios[0]), ...notesOf(checked.scenarios[0])])];
    expect(told.filter(({ message }) => message.startsWith('errorRate may be worse'))).toHaveLength(1);
    const xml = checkFormats.junit.print(checked, plain);
    expect(xml.includes('<error message="errorRate may be worse')).toBe(strict);
  }
});

test('a first run without a bound is not said to meet any', () => {
  const first = gateOf(
    stored({ limited: runsAround(10) }),
    stored({ limited: runsAround(10) }),
    {},
    { baseline: null, baselinePath: null },
  );
  const text = checkFormats.terminal.print(first, plain);
  expect(text).toContain('Passed: there is nothing yet to hold it against.');
  expect(text).not.toContain('is met');
});
