import { expect, test } from 'vitest';
import { createShelf } from '../../sim/dialects/shelf.ts';

/** A shelf of at most three entries of ten bytes together, and what went from it. */
function shelfOf(entries: readonly (readonly [id: string, bytes: number, over: boolean])[]) {
  const gone: string[] = [];
  const shelf = createShelf<{ readonly bytes: number; readonly over: boolean; drop(): void }>(3, 10);
  for (const [id, bytes, over] of entries) shelf.put(id, { bytes, over, drop: () => void gone.push(id) });
  return { shelf, gone };
}

test('the oldest that are over go, no more of them than it takes', () => {
  const { shelf, gone } = shelfOf([
    ['a', 3, true],
    ['b', 3, true],
    ['c', 3, true],
  ]);
  // 3 + 3 + 4 fit once the first has gone.
  expect([shelf.makeRoom(4), gone]).toEqual([true, ['a']]);
  expect(shelf.all().map(([id]) => id)).toEqual(['c', 'b']);
});

test('what runs stays', () => {
  const { shelf, gone } = shelfOf([
    ['a', 4, false],
    ['b', 4, true],
  ]);
  expect([shelf.makeRoom(6), gone]).toEqual([true, ['b']]);
});

test.each([
  ['something larger than the shelf', [['a', 3, true]], 11],
  [
    'something that does not fit beside what runs',
    [
      ['a', 3, true],
      ['b', 5, false],
    ],
    6,
  ],
  [
    'one more than may be',
    [
      ['a', 1, false],
      ['b', 1, false],
      ['c', 1, false],
    ],
    0,
  ],
] as const)('for %s nothing goes in vain', (_what, entries, bytes) => {
  const { shelf, gone } = shelfOf(entries);
  expect([shelf.makeRoom(bytes), gone]).toEqual([false, []]);
});
