import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortPath } from '../../../reports/formats/chart/short-path.ts';

test('each point is written as its distance from the one before; a gap begins anew', () => {
  const path = 'M10 20L11 19.5L12.5 19.5L12.5 30L0 0M1 1L2 2L2 1L3 1';
  expect(shortPath(path)).toBe('M10 20l1-0.5 1.5 0 0 10.5-12.5-30M1 1l1 1 0-1 1 0');
});

test('points inside a level piece are left out, its ends and turns are not', () => {
  expect(shortPath('M0 5L1 5L2 5L3 5L4 6L5 6L4 6L4 6L9 6L10 6')).toBe('M0 5l3 0 1 1 1 0-1 0 6 0');
});

test.each(['M1 1L2 2', 'M0 0C1 1 2 2 3 3L4 4L5 5L6 6L7 7L8 8L9 9L10 10', ''])('%j stays', (path) => {
  expect(shortPath(path)).toBe(path);
});

/** Where a path leads, by the rules of SVG for M, L and l with repeated pairs. */
function followed(path: string): number[][] {
  const points: number[][] = [];
  let [x, y] = [0, 0];
  for (const [, kind = '', rest = ''] of path.matchAll(/([MLl])([^MLl]*)/g)) {
    const figures = [...rest.matchAll(/-?\d+(?:\.\d+)?/g)].map(Number);
    for (let i = 0; i < figures.length; i += 2) {
      const [right, down] = [figures[i] ?? 0, figures[i + 1] ?? 0];
      [x, y] = kind === 'l' ? [x + right, y + down] : [right, down];
      // Adding 0 makes 0 of −0.
      points.push([Math.round(10 * x) + 0, Math.round(10 * y) + 0]);
    }
  }
  return points;
}

/** Points that are needed for the line: no two neighbours alike in height on both sides and on their way. */
function needed(points: readonly (readonly [number, number, boolean])[]): number[][] {
  const kept = points.filter(([x, y, gap], i) => {
    const [before, after] = [points[i - 1], points[i + 1]];
    if (before === undefined || after === undefined || gap || after[2]) return true;
    return !(before[1] === y && y === after[1] && Math.min(before[0], after[0]) === before[0] && x >= before[0] && x <= after[0]);
  });
  return kept.map(([x, y]) => [x, y]);
}

test('leads through the same points', () => {
  const tenth = fc.integer({ min: -5000, max: 5000 });
  const height = fc.oneof(tenth, fc.constantFrom(0, 10));
  fc.assert(
    fc.property(fc.array(fc.tuple(tenth, height, fc.boolean()), { minLength: 1, maxLength: 40 }), (points) => {
      const path = points.map(([x, y, gap], i) => `${i === 0 || gap ? 'M' : 'L'}${x / 10} ${y / 10}`).join('');
      expect(followed(shortPath(path))).toEqual(points.length < 8 ? points.map(([x, y]) => [x, y]) : needed(points));
    }),
  );
});
