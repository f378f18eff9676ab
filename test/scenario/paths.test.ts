import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatPath, parsePath, valueAt, withValueAt } from '../../harness/scenario/paths.ts';

describe('paths as text', () => {
  test.each([
    [['strategies', 2, 'limit'], 'strategies.2.limit'],
    [['models', 'gpt-4.1', 'slots'], 'models."gpt-4.1".slots'],
    [['a b'], '"a b"'],
    [[], ''],
  ])('%j is written %s', (path, text) => {
    expect(formatPath(path)).toBe(text);
  });

  test('what is written is read back', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 }), { minLength: 1 }), (path) => {
        expect(parsePath(formatPath(path))).toEqual(path);
      }),
    );
  });

  test.each(['', 'a..b', '.a', 'a.', '"a', 'a"b"', '""'])('%j is no path', (text) => {
    expect(parsePath(text)).toBeUndefined();
  });
});

describe('values at paths', () => {
  test('a replaced key keeps its place, a new one comes last, the rest is shared', () => {
    const value = { a: { b: 1, c: 2 }, d: [{ e: 3 }, 4] };
    const changed = withValueAt(value, ['a', 'b'], 9) as typeof value;
    expect(JSON.stringify(changed)).toBe('{"a":{"b":9,"c":2},"d":[{"e":3},4]}');
    expect(changed.d).toBe(value.d);
    expect(JSON.stringify(withValueAt(value, ['d', 0, 'x', 'y'], 1))).toBe('{"a":{"b":1,"c":2},"d":[{"e":3,"x":{"y":1}},4]}');
    expect(JSON.stringify(value)).toBe('{"a":{"b":1,"c":2},"d":[{"e":3},4]}');
  });

  test('only own keys lead somewhere', () => {
    expect(valueAt({ a: [1, { b: 2 }] }, ['a', 1, 'b'])).toBe(2);
    expect(valueAt({}, ['constructor', 'name'])).toBeUndefined();
    expect(valueAt('text', ['length'])).toBeUndefined();
  });
});
