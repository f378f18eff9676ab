import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { packagePath } from '../../sim/kernel/package-root.ts';
import { cases } from '../bench/gate/cases.ts';
import { caseName, figuresText, type GateFigures, storedFigures } from '../bench/gate/figures.ts';
import { gatePart, gateTables, missedBounds } from '../bench/gate/table.ts';
import { someOf } from '../bench/wrong-use.ts';
import { generatedPart } from '../docs/page.ts';

const counts = (tried: number, failed: number, undecided = 0) => ({ tried, failed, undecided, early: tried });
const caught = (tried: number, failed: number) => ({ ...counts(tried, failed), named: failed, costs: 0.05 });

test('the page has the figures that are stored; npm run gate -- --write renews both', () => {
  expect(generatedPart(gatePart.page, gatePart.name, gateTables(storedFigures()))).toBe(gateTables(storedFigures()));
});

test('every kind of pair and every change was run, and no bound is missed', () => {
  const { equal, neutral, caught } = storedFigures();
  expect(Object.keys(caught)).toEqual(cases.map(caseName));
  for (const { tried, failed, undecided, early } of [equal, neutral, ...Object.values(caught)]) {
    expect(tried).toBeGreaterThan(0);
    expect(failed + undecided).toBeLessThanOrEqual(tried);
    expect(early).toBeLessThanOrEqual(tried);
  }
  expect(missedBounds(storedFigures())).toEqual([]);
});

test('each change costs about 5 % of goodput, or a point of errors', () => {
  const { caught } = storedFigures();
  for (const each of cases) {
    const meant = each.costs === 'goodput' ? 0.05 : 0.01;
    expect(Math.abs((caught[caseName(each)]?.costs ?? 0) / meant - 1)).toBeLessThan(0.15);
  }
});

test('the file is as the program writes it', () => {
  expect(readFileSync(packagePath('test', 'bench', 'gate', 'figures.json'), 'utf8')).toBe(figuresText(storedFigures()));
});

test.each<readonly [string, Partial<GateFigures>, readonly string[]]>([
  ['one in a hundred equal pairs may fail or stay undecided', { equal: counts(200, 1, 1) }, []],
  ['not one more', { equal: counts(200, 2, 1) }, ['3 of 200 equal pairs did not pass']],
  ['of fewer than a hundred none', { equal: counts(60, 0, 1) }, ['1 of 60 equal pairs did not pass']],
  ['of neutral changes none', { neutral: counts(200, 0, 1) }, ['1 of 200 neutral changes did not pass']],
  ['95 of 100 are enough', { caught: { a: caught(100, 95) } }, []],
  ['94 are not', { caught: { a: caught(100, 95), b: caught(100, 94) } }, ['b: 94 of 100 failed']],
])('bounds: %s', (_, figures, missed) => {
  expect(missedBounds(figures)).toEqual(missed);
});

test('names of parts and scenarios that there are none of are refused', () => {
  expect(someOf('--only', 'caught,equal', ['equal', 'neutral', 'caught'])).toEqual(['equal', 'caught']);
  expect(() => someOf('--only', 'equal,x,', ['equal', 'neutral'])).toThrow('--only expected some of equal, neutral, found "x", ""');
});

test('a table of what was run alone', () => {
  const [first, , third] = cases;
  if (first === undefined || third === undefined) throw new Error('no cases');
  const table = gateTables({ neutral: counts(6, 0), caught: { [caseName(third)]: { ...caught(4, 3), early: 1, undecided: 1 } } });
  const rows = table.split('\n').filter((line) => line.startsWith('| ') && !line.includes('---'));
  expect(table.split('\n\n')).toHaveLength(2);
  expect(rows).toHaveLength(4);
  expect(rows[1]).toBe('| equal but for a name, or for a limit of 1,000 or 2,000; same seeds | 6 | 0 | 0 | 6 | none |');
  expect(rows[3]).toBe(`| \`${third.scenario}\` | \`${third.change}\` | 5.0 % of goodput | 4 | 3 | 3 | 1 | 1 | 95 % |`);
});
