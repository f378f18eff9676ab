import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { backwardsInPlugInFolders, cycles, forbidden, forbiddenUses, unregistered, wrongDirections } from './rules.ts';
import { bareCode, importsOf, readTree, type SourceTree } from './source-tree.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const project = readTree(root, ['sim', 'harness', 'reports'], ['.ts']);

const tree = (files: Readonly<Record<string, string>>): SourceTree => new Map(Object.entries(files));
const importing = (specifier: string) => `import { x } from '${specifier}';\n`;

const plantedUses = [
  ['Math.random', 'const x = Math.random();'],
  ['Math.pow', 'const x = Math.pow(2, 3);'],
  ['**', 'const x = 2 ** 3;'],
  ['**', 'x **= 2;'],
  ['Date.now', 'const x = Date.now();'],
  ['new Date()', 'const x = new Date();'],
  ['new Date()', 'const x = new Date;'],
  ['performance', 'const x = performance.now();'],
  ['hrtime', 'const x = process.hrtime.bigint();'],
  ['a timer', 'setTimeout(f, 1);'],
  ['a timer', 'setInterval(f, 1);'],
  ['a timer', 'setImmediate(f);'],
  ['Intl', 'new Intl.NumberFormat();'],
  ['toLocale…', 'x.toLocaleString();'],
  ['localeCompare', 'a.localeCompare(b);'],
] as const;

describe('the project', () => {
  test('has files to look at in every layer', () => {
    for (const folder of ['sim/kernel/', 'sim/curves/', 'reports/result/', 'reports/formats/', 'harness/strategy/', 'harness/cli/']) {
      expect([...project.keys()].some((path) => path.startsWith(folder))).toBe(true);
    }
  });
  test('imports point one way', () => expect(wrongDirections(project)).toEqual([]));
  test('inside plug-in folders: contract ← plug-ins ← registry', () => expect(backwardsInPlugInFolders(project)).toEqual([]));
  test('no import cycles, types included', () => expect(cycles(project)).toEqual([]));
  test('nothing that makes two runs differ', () => expect(forbiddenUses(project)).toEqual([]));
  test('every plug-in file is registered', () => expect(unregistered(project)).toEqual([]));
});

describe('planted faults are found', () => {
  test.each([
    ['the kernel imports a curve', 'sim/kernel/a.ts', '../curves/b.ts'],
    ['the provider imports a result', 'sim/provider/a.ts', '../../reports/result/b.ts'],
    ['the provider imports the harness', 'sim/provider/a.ts', '../../harness/run/b.ts'],
    ['a result imports the harness', 'reports/result/a.ts', '../../harness/run/b.ts'],
    ['a result imports a format', 'reports/result/a.ts', '../formats/b.ts'],
    ['a format imports the harness', 'reports/formats/a.ts', '../../harness/run/b.ts'],
    ['a format imports the provider', 'reports/formats/a.ts', '../../sim/provider/b.ts'],
    ['the harness imports a format', 'harness/run/a.ts', '../../reports/formats/b.ts'],
    ['the harness imports the command line', 'harness/run/a.ts', '../cli/b.ts'],
    ['product code imports a test', 'harness/run/a.ts', '../../test/b.ts'],
  ])('%s', (_, from, specifier) => {
    expect(wrongDirections(tree({ [from]: importing(specifier) }))).toHaveLength(1);
  });

  test.each([
    ['a plug-in imports its registry', { 'f/f.ts': '', 'f/one.ts': `${importing('./registry.ts')}export const one = define({});` }],
    ['a contract imports a plug-in', { 'f/f.ts': importing('./one.ts'), 'f/one.ts': 'export const one = define({});' }],
    ['a contract imports its registry', { 'f/f.ts': importing('./registry.ts'), 'f/one.ts': 'export const one = define({});' }],
  ])('%s', (_, files) => {
    expect(backwardsInPlugInFolders(tree({ ...files, 'f/registry.ts': importing('./one.ts') }))).toHaveLength(1);
  });

  test('a cycle of three files, one edge of it a type', () => {
    const files = { 'a.ts': importing('./b.ts'), 'b.ts': "import type { X } from './c.ts';", 'c.ts': "export * from './a.ts';" };
    expect(cycles(tree(files))).toEqual(['a.ts → b.ts → c.ts → a.ts']);
  });

  test.each(plantedUses)('%s: %s', (what, code) => {
    expect(forbiddenUses(tree({ 'sim/curves/a.ts': code }))).toEqual([`sim/curves/a.ts:1 ${what}`]);
    expect(forbiddenUses(tree({ 'harness/strategy/retry/a.ts': `\n${code}` }))).toEqual([`harness/strategy/retry/a.ts:2 ${what}`]);
    expect(forbiddenUses(tree({ 'harness/run/a.ts': code }))).toEqual([]);
  });

  test('every rule has a planted fault above', () => {
    expect(new Set(plantedUses.map(([what]) => what))).toEqual(new Set(forbidden.map(({ what }) => what)));
  });

  test('a plug-in that the registry forgot', () => {
    const files = { 'f/registry.ts': importing('./one.ts'), 'f/one.ts': 'export const one = define({});' };
    expect(unregistered(tree(files))).toEqual([]);
    expect(unregistered(tree({ ...files, 'f/two.ts': 'export const two = define<A, B>({});' }))).toEqual([
      'f/two.ts is not in f/registry.ts',
    ]);
  });
});

describe('the scanner', () => {
  test('sees every form of import and none in a comment', () => {
    const text = [
      "import a from './a.ts';",
      "import type { B } from './b.ts';",
      "import './c.ts';",
      "export { d } from './d.ts';",
      "const e = await import('./e.ts');",
      "import {\n  f,\n} from './f.ts';",
      "// import './no.ts';",
      "/* import './no.ts'; */",
    ].join('\n');
    expect(importsOf(text)).toEqual(['./a.ts', './b.ts', './c.ts', './d.ts', './e.ts', './f.ts']);
  });

  test('forgets comments and strings, and keeps the lines', () => {
    expect(
      bareCode("a /* ** \n ** */ + 'Math.random' // Date.now\nb ** `x ** y`")
        .split('\n')
        .map((line) => line.trimEnd()),
    ).toEqual(['a', "       + '           '", 'b ** `      `']);
  });
});
