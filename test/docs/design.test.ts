import { describe, expect, test } from 'vitest';
import { exitCodes } from '../../harness/cli/exit.ts';
import { packagePath } from '../../sim/kernel/package-root.ts';
import { layers } from '../architecture/rules.ts';
import { readTree } from '../architecture/source-tree.ts';
import { blocks, names, page, table } from './page.ts';

const design = page('docs/design.md');
const tree = readTree(packagePath(), ['sim', 'harness', 'reports'], ['.ts']);

describe('docs/design.md', () => {
  test('has the directions of imports that the architecture test holds', () => {
    const rows = table(design, 'Folders and imports').map(([folder, list = '']) => {
      const [allowed, not] = list.split(', but not ');
      return { folder: names(folder)[0], mayImport: names(allowed), ...(not !== undefined && { butNot: names(not) }) };
    });
    expect(rows).toEqual(layers);
  });

  test('names every folder of the source tree, and no other', () => {
    const drawing = /\n( {4}sim\/[\s\S]*?)\n\n/.exec(design.text)?.[1] ?? '';
    const drawn: string[] = [];
    let top = '';
    for (const [, indent = '', name = ''] of drawing.matchAll(/^( {4,6})([a-z]+)\//gm)) {
      if (indent.length === 4) top = name;
      drawn.push(indent.length === 4 ? name : `${top}/${name}`);
    }
    const found = [...tree.keys()].map((path) => path.split('/').slice(0, -1).slice(0, 2).join('/'));
    expect(new Set(drawn)).toEqual(new Set(['sim', 'harness', 'reports', 'sim/presets', ...found]));
  });

  test('lists every registry, with a contract beside it that is there', () => {
    const families = table(design, 'Plug-ins');
    const others = table(design, 'Plug-ins', 1);
    const listed = [...families.map(([, , registry]) => registry), ...others.map(([registry]) => registry)].flatMap(names);
    expect(listed.toSorted()).toEqual([...tree.keys()].filter((path) => path.endsWith('/registry.ts')).toSorted());
    expect(families.flatMap(([, contract]) => names(contract)).filter((path) => !tree.has(path))).toEqual([]);
  });

  test('quotes contracts as the code has them', () => {
    const source = [...tree.values()].join('\n');
    const quoted = blocks(design)
      .filter(({ language }) => language === 'ts')
      .flatMap(({ text }) => text.split('\n').map((line) => line.replace(/\/\/.*/, '').trim()))
      .filter((line) => line.length > 1);
    expect(quoted.length).toBeGreaterThan(5);
    expect(quoted.filter((line) => !source.includes(line))).toEqual([]);
  });

  test('has every exit code', () => {
    const rows = table(design, 'Errors and exit codes', 1).map(([code, name]) => [names(name)[0], Number(code)]);
    expect(rows).toEqual(Object.entries(exitCodes));
  });

  test('has every code of an error', () => {
    const [, union = ''] = /type ErrorCode = (.*);/.exec(tree.get('sim/kernel/errors.ts') ?? '') ?? [];
    const codes = [...union.matchAll(/'([a-z]+)'/g)].map(([, code]) => code);
    expect(codes.length).toBeGreaterThan(2);
    expect(new Set(table(design, 'Errors and exit codes').map(([code]) => names(code)[0]))).toEqual(new Set(codes));
  });
});
