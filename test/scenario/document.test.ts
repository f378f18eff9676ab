// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references to variables are what is tested here
import { describe, expect, test } from 'vitest';
import { readDocument } from '../../harness/scenario/document.ts';
import type { Path } from '../../harness/scenario/paths.ts';

const read = (text: string, env = {}) => readDocument(text, 'x.yaml', env);

function position(text: string, path: Path, part: 'key' | 'value'): string {
  const { line, column } = read(text).problem(path, part, '');
  return `${line}:${column}`;
}

describe('where things stand', () => {
  const text = ['a: 1', 'b: { c: 2, d: [ 3, { e: 4 } ] }', 'f:', '  - g: 5', '    h:', '', '  - 6', '"i.j": 7'].join('\n');
  test.each<[Path, 'key' | 'value', string]>([
    [['a'], 'key', '1:1'],
    [['a'], 'value', '1:4'],
    [['b', 'c'], 'key', '2:6'],
    [['b', 'd', 0], 'value', '2:17'],
    [['b', 'd', 1, 'e'], 'key', '2:22'],
    [['f', 0, 'g'], 'value', '4:8'],
    [['f', 0, 'h'], 'value', '5:5'], // empty: shown at its key
    [['f', 1], 'value', '7:5'],
    [['i.j'], 'value', '8:8'],
    [['b', 'nothing'], 'value', '2:1'], // missing: shown at what should hold it
    [['f', 1, 'x'], 'value', '7:5'],
    [['nothing'], 'value', '1:1'],
  ])('%j, its %s: %s', (path, part, expected) => {
    expect(position(text, path, part)).toBe(expected);
  });

  test('an alias is shown where it is used, what it holds where it is written', () => {
    const aliased = 'x-guard: &guard { idle: 15s }\na: *guard\nb: { <<: *guard, total: 1 }';
    expect(position(aliased, ['a'], 'value')).toBe('2:4');
    expect(position(aliased, ['a', 'idle'], 'value')).toBe('1:25');
    expect(position(aliased, ['b', 'idle'], 'key')).toBe('1:19');
    expect(position(aliased, ['b', 'total'], 'key')).toBe('3:18');
    expect(read(aliased).value).toMatchObject({ a: { idle: '15s' }, b: { idle: '15s', total: 1 } });
  });

  test('carriage returns, a variable and wide characters before it do not move a column', () => {
    expect(position('a: 1\r\nb: 2\r\nc: 3', ['c'], 'value')).toBe('3:4');
    const doc = readDocument('a: { b: ${V}, c: oops }', 'x.yaml', { V: 'a much longer value' });
    expect(doc.problem(['a', 'c'], 'value', '')).toMatchObject({ line: 1, column: 18 });
  });
});

describe('faults of the text itself', () => {
  test.each([
    ['a: 1\nb: 2\na: 3', '3:1 a: duplicate key a; the first one is on line 1'],
    ['a: { b: 1, b: 2 }', '1:12 a.b: duplicate key b; the first one is on line 1'],
    ['a: [1, 2\nb: 3', '2:1 b: not YAML: flow sequence'],
    ['a:\n\tb: 3', '2:1 a: not YAML: tabs'],
    ['a: "abc\nb: 3', '2:5 a: not YAML: missing closing'],
    ['a: *none', '1:4 a: no anchor &none stands above this alias'],
    ['a: &a { b: *a }', '1:12 a.b: anchor &a holds itself'],
    ['a: { <<: 3 }', '1:10 a.<<: expected a map'],
    ['? [a]\n: 3', '1:3 : expected a name as key'],
    ['__proto__: { a: 1 }', '1:1 __proto__: this name cannot be used'],
    ['a: !!binary aGVsbG8=', '1:13 a: a value with the tag !!binary cannot be used'],
    ['a: !!set { b }', '1:10 a: a value with the tag !!set cannot be used'],
    ['a: !!timestamp 2001-12-14', '1:16 a: a value with the tag !!timestamp cannot be used'],
    ['a:\n  - !!omap [ b: 1 ]', '2:12 a.0: a value with the tag !!omap cannot be used'],
    ['a: !!python/object x', '1:4 a: not YAML: unresolved tag'],
    ['a: 1\n---\nb: 2', '2:1 a: expected one document'],
    ['%YAML 1.1\n---\na: yes', '1:1 : expected YAML 1.2'],
    ['a: b: 3', '1:4 a.b: not YAML: nested mappings'],
    ['a: ${UNSET}', '1:4 a: environment variable UNSET is not set'],
    ['{ a: ${UNSET}, b: 1 }', '1:6 a: environment variable UNSET is not set'],
  ])('%j', (text, expected) => {
    const { problems } = read(text);
    expect(problems.map(({ line, column, key, message }) => `${line}:${column} ${key}: ${message}`)).toEqual([
      expect.stringContaining(expected),
    ]);
    expect(problems[0]?.file).toBe('x.yaml');
  });

  test('a comment may name a variable that is not set', () => {
    expect(read('a: 1 # ${UNSET}\n# ${also} ${\nb: "#"').problems).toEqual([]);
  });

  test('YAML 1.2 reads no and 12:30 as text, and true as true', () => {
    expect(read('a: no\nb: 12:30\nc: true\nd: 2026-03-02').value).toEqual({ a: 'no', b: '12:30', c: true, d: '2026-03-02' });
  });

  test('aliases of aliases do not explode', () => {
    const levels = Array.from(
      { length: 30 },
      (_, n) =>
        `l${n}: &l${n} [${Array(9)
          .fill(n === 0 ? 'x' : `*l${n - 1}`)
          .join(', ')}]`,
    );
    expect(read(levels.join('\n')).problems.map(({ message }) => message)).toEqual([
      'more than 200000 values once every alias is followed',
    ]);
    const many = `a: &a 1\nb: [${Array(5001).fill('*a').join(', ')}]`;
    expect(read(many).problems.map(({ message }) => message)).toEqual(['more than 5000 aliases']);
    expect(read(many.replace(', *a', '')).problems).toEqual([]);
  });

  test('nesting is bounded', () => {
    const tooDeep = (text: string) => read(text).problems.map(({ message }) => message);
    expect(tooDeep(`a: ${'['.repeat(10_000)}`)).toEqual(['nested too deeply']);
    expect(tooDeep(`${'- '.repeat(101)}x`)).toEqual(['nested too deeply']);
    expect(tooDeep(Array.from({ length: 1200 }, (_, level) => `${' '.repeat(level)}a:`).join('\n'))).toContain('nested too deeply');
    expect(tooDeep(`a: ${'['.repeat(100)}${']'.repeat(100)}`)).toEqual([]);
    expect(tooDeep(`a: "${'['.repeat(1000)}"`)).toEqual([]);
  });
});
