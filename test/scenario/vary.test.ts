import { describe, expect, test } from 'vitest';
import { parseVary } from '../../harness/scenario/vary.ts';
import { linesFor } from './problems.ts';
import { smallest } from './smallest.ts';

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
    ['limit=1..300,301..600', 'expected at most 500 values, found 600'],
    [`limit=${'9'.repeat(400)}s`, 'among the values'],
  ])('%s is refused', (text, message) => {
    expect(parseVary(text)).toMatchObject({ message: expect.stringContaining(message) });
  });
});

describe('what varies', () => {
  const base = 'backoff.retry.exponential.base';

  test.each<[string, string[], string[], string[]]>([
    // what, --vary, --only, lines
    [
      'one value in two units',
      [`${base}=1s,1000ms`],
      [],
      [`--vary ${base}=1s,1000ms strategies.backoff.retry.exponential.base: 1000ms stands here twice, as 1s`],
    ],
    [
      'one key in two options',
      ['naive.limit=1,2', 'naive.limit=3'],
      [],
      ['--vary naive.limit=3 limit is varied already, by --vary naive.limit=1,2'],
    ],
    [
      'two strategies',
      ['naive.limit=1', 'backoff.limit=1'],
      [],
      ['--vary naive.limit=1 expected one strategy to vary, found naive and backoff'],
    ],
    ['one that is left out', ['naive.limit=1,2'], ['backoff'], ['--vary naive.limit=1,2 varies naive, which --only leaves out']],
    ['one of which a variant is kept', ['naive.limit=1,2'], ['naive@limit=2'], []],
  ])('%s', async (_, vary, only, lines) => expect(await linesFor(smallest, { vary, only })).toEqual(lines));

  test('too many values are told once, and not looked at one by one', async () => {
    const values = Array.from({ length: 20_000 }, (_, index) => index);
    expect(await linesFor(`${smallest}sweep: { strategy: naive, limit: [${values.join(', ')}] }\n`)).toEqual([
      'scenario:6:34 sweep.limit: expected at most 500 entries, found 20000',
    ]);
  });
});
