import { describe, expect, test } from 'vitest';
import { parseVary } from '../../harness/scenario/vary.ts';

describe('--vary', () => {
  test.each<[string, string, (number | string)[]]>([
    ['limit=1..4', 'limit', [1, 2, 3, 4]],
    ['limit=1,2,4', 'limit', [1, 2, 4]],
    ['limit=1..3,8,16', 'limit', [1, 2, 3, 8, 16]],
    ['limit=5..5', 'limit', [5]],
    ['retry.exponential.base=500ms, 1s', 'retry.exponential.base', ['500ms', '1s']],
    ['budget=0.1,0.25', 'budget', [0.1, 0.25]],
  ])('%s', (text, key, values) => {
    expect(parseVary(text)).toEqual({ key, values, option: `--vary ${text}` });
  });

  test.each([
    ['limit', 'expected key=values'],
    ['=3', 'expected key=values'],
    ['limit=', 'expected key=values'],
    ['limit=1,,2', 'expected key=values'],
    ['limit=a', 'found "a" among the values'],
    ['limit=8..1', 'expected the smaller number first, found 8..1'],
    ['limit=1..1000', 'more than 500 values in 1..1000'],
  ])('%s is refused', (text, message) => {
    expect(parseVary(text)).toMatchObject({ message: expect.stringContaining(message) });
  });
});
