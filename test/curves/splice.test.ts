import { describe, expect, test } from 'vitest';
import type { Steps } from '../../sim/curves/curve.ts';
import { splice } from '../../sim/curves/splice.ts';

const steps = (...pairs: readonly (readonly [number, number])[]): Steps => ({
  atMicros: Float64Array.from(pairs.map(([at]) => at)),
  value: Float64Array.from(pairs.map(([, value]) => value)),
});
const pairs = ({ atMicros, value }: Steps) => [...atMicros].map((at, i) => [at, value[i]]);

const before = steps([0, 1], [10, 2], [20, 3]);
const after = steps([0, 7], [15, 8], [30, 9]);

describe('one curve until an instant, another from then on', () => {
  test.each([
    [
      'at the start',
      0,
      [
        [0, 7],
        [15, 8],
        [30, 9],
      ],
    ],
    [
      'before the start',
      -5,
      [
        [0, 7],
        [15, 8],
        [30, 9],
      ],
    ],
    [
      'within a step of both',
      12,
      [
        [0, 1],
        [10, 2],
        [12, 7],
        [15, 8],
        [30, 9],
      ],
    ],
    [
      'on a step of the first',
      10,
      [
        [0, 1],
        [10, 7],
        [15, 8],
        [30, 9],
      ],
    ],
    [
      'on a step of the second',
      15,
      [
        [0, 1],
        [10, 2],
        [15, 8],
        [30, 9],
      ],
    ],
    [
      'after the last of both',
      50,
      [
        [0, 1],
        [10, 2],
        [20, 3],
        [50, 9],
      ],
    ],
  ])('%s', (_, at, expected) => expect(pairs(splice(before, after, at))).toEqual(expected));

  test('a value that goes on makes no step', () => {
    expect(pairs(splice(before, steps([0, 2]), 15))).toEqual([
      [0, 1],
      [10, 2],
    ]);
  });

  test('a long past is shortened at its beginning, which is where nobody looks', () => {
    let all = steps([0, 0]);
    for (let i = 1; i <= 10_050; i++) all = splice(all, steps([0, i]), i * 10);
    expect([all.atMicros.length, all.atMicros[0], all.atMicros.at(-1), all.value.at(-1)]).toEqual([10_001, 0, 100_500, 10_050]);
    expect(all.atMicros.every((at, i) => i === 0 || at > (all.atMicros[i - 1] as number))).toBe(true);
  });
});
