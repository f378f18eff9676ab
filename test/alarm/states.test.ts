import { describe, expect, test } from 'vitest';
import { createJump } from '../../harness/alarm/jump.ts';
import { createLevel } from '../../harness/alarm/level.ts';
import { createOccurrences } from '../../harness/alarm/occurrences.ts';

const percent = (hits: number, all = 100) => ({ all, hits });

describe('a share above a bound', () => {
  const looks = (forMs: number, shares: readonly number[]) => {
    const level = createLevel({ above: 0.15, forMs, least: 20 });
    return shares.map((share, minute) => level.look(percent(share), minute * 60_000) ?? '-').join(' ');
  };

  test('is raised once a spell and cleared at half of the bound', () =>
    expect(looks(0, [15, 16, 90, 8, 16, 7.5, 16])).toBe('- raised - - - cleared raised'));

  test('has to stay above for as long as it is to', () => {
    expect(looks(120_000, [16, 16, 16, 16])).toBe('- - raised -');
    expect(looks(120_000, [16, 16, 15, 16, 16, 16])).toBe('- - - - - raised');
  });

  test('says nothing of a handful', () => {
    const level = createLevel({ above: 0.15, forMs: 0, least: 20 });
    expect(level.look(percent(19, 19), 0)).toBeUndefined();
    expect(level.look(percent(20, 20), 1)).toBe('raised');
    // High, but too few to say so: neither raised anew nor over.
    expect(level.look(percent(5, 5), 2)).toBeUndefined();
    expect(level.look(percent(0, 0), 3)).toBe('cleared');
  });
});

describe('a share that jumps', () => {
  const looks = (pairs: readonly (readonly [number, number | undefined])[]) => {
    const jump = createJump({ from: 0.02, to: 0.15, least: 20 });
    return pairs.map(([now, before]) => jump.look(percent(now), before === undefined ? undefined : percent(before)) ?? '-').join(' ');
  };

  test('is raised from where it was low to where it is high, bounds included', () => {
    expect(looks([[15, 2]])).toBe('raised');
    expect(
      looks(
        [
          [14.9, 2],
          [15, 2.1],
          [40, undefined],
        ].map(([a, b]) => [a as number, b] as const),
      ),
    ).toBe('- - -');
  });

  test('is over at half of where it rose to', () =>
    expect(
      looks(
        [
          [15, 2],
          [8, 0],
          [7.5, 0],
        ].map(([a = 0, b]) => [a, b] as const),
      ),
    ).toBe('raised - cleared'));

  test('is over when the same share a day later is no rise any more', () =>
    // half of 0.15 − 0.02 is 0.065
    expect(
      looks(
        [
          [20, 0],
          [20, 13.4],
          [20, 13.5],
        ].map(([a = 0, b]) => [a, b] as const),
      ),
    ).toBe('raised - cleared'));

  test('says nothing where either side has a handful', () => {
    const jump = createJump({ from: 0.02, to: 0.15, least: 20 });
    expect(jump.look(percent(19, 19), percent(0))).toBeUndefined();
    expect(jump.look(percent(50), percent(0, 19))).toBeUndefined();
  });
});

test('failures that no retry mends: told at the first, over after a quiet time', () => {
  const auth = createOccurrences(1000);
  expect([auth.look(0), auth.seen(5), auth.seen(900), auth.look(1900), auth.look(1901), auth.seen(1902)]).toEqual([
    undefined,
    'raised',
    undefined,
    undefined,
    'cleared',
    'raised',
  ]);
});
