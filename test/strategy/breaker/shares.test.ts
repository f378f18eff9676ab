import { describe, expect, test } from 'vitest';
import { count } from '../../../harness/strategy/breaker/count.ts';
import { sampling } from '../../../harness/strategy/breaker/sampling.ts';
import { ended, played, sentBeforeOpen, usual } from './usual.ts';

describe('a share of the last n', () => {
  test.each([
    // Half of ten is not more than half.
    ['ten are needed, half of them may fail', { last: 10, share: 0.5 }, 'sssssfffff', 10],
    ['the sixth failure of ten opens it', { last: 10, share: 0.5 }, 'ssssffffffs', 10],
    ['all fail, but ten are needed', { last: 10, share: 0.5 }, 'fffffffffffff', 10],
    ['… or four', { last: 10, share: 0.5, minimum: 4 }, 'fffffffffffff', 4],
    // The last four: ssss, sssf, ssff, sfff.
    ['old ones leave', { last: 4, share: 0.5 }, 'ffssssssssssssfffss', 17],
    ['neutral ones are none', { last: 4, share: 0.5 }, 'snfnfnfn', 7],
    // At a success nothing is looked at, at the failure after it 3 of 4 have failed.
    ['only failures open it', { last: 4, share: 0.5, minimum: 3 }, 'fsffs', 3],
    ['a share of nothing', { last: 5, share: 0, minimum: 1 }, 'sssfs', 4],
  ])('%s', (_, options, ends, sent) => expect(sentBeforeOpen(count.create(options, usual), ends)).toBe(sent));

  test('closed again, it starts from nothing', () => {
    const breaker = count.create({ last: 4, share: 0.5 }, usual);
    played(breaker, [[0, 'ffff']]);
    expect(
      played(breaker, [
        [10_000, 's'],
        [10_001, 'fffff'],
      ]),
    ).toEqual([true, true, true, true, true, false]);
  });
});

describe('a share over a time', () => {
  const window = { window: 10_000, share: 0.5, minimum: 4 };

  test.each([
    ['half may fail', [[0, 'ssfffss']], 5],
    ['too few', [[0, 'fff']], 3],
    // 4 in 8 s; then 3, for the first has left the window.
    [
      'spread over the window',
      [
        [0, 'f'],
        [3000, 'f'],
        [6000, 'f'],
        [8000, 'fs'],
      ],
      4,
    ],
    [
      'spread over more than it',
      [
        [0, 'f'],
        [4000, 'f'],
        [7000, 'f'],
        [10_000, 'fs'],
      ],
      5,
    ],
    // The part of 1 s in which the first ones ended leaves as a whole.
    [
      'a part leaves at its time',
      [
        [999, 'fff'],
        [9999, 'fs'],
      ],
      4,
    ],
    [
      '… and not before',
      [
        [999, 'fff'],
        [10_000, 'fs'],
      ],
      5,
    ],
    [
      'after a long silence nothing is left',
      [
        [0, 'fff'],
        [1e9, 'fffs'],
      ],
      7,
    ],
  ] as [string, [number, string][], number][])('%s', (_, script, sent) => {
    const admitted = played(sampling.create(window, usual), script);
    const first = admitted.indexOf(false);
    expect(first < 0 ? admitted.length : first).toBe(sent);
  });

  test('of: sent counts those under way, as opossum counts what it fires', () => {
    const breaker = (of: 'sent' | 'ended') => {
      const made = sampling.create({ window: 10_000, share: 0.5, minimum: 0, of }, usual);
      for (let i = 0; i < 4; i++) made.admit(0);
      ended(made, 100, 'f', 100);
      ended(made, 200, 'f', 200);
      return made.admit(300);
    };
    // Two failures are not more than half of the four that were sent, but they are of the two that ended.
    expect([breaker('sent'), breaker('ended')]).toEqual([true, false]);
  });

  test('what is not sent is not counted', () => {
    const breaker = sampling.create({ window: 10_000, share: 0.5, minimum: 0, of: 'sent' }, usual);
    for (let i = 0; i < 4; i++) breaker.admit(0);
    for (let i = 0; i < 3; i++) breaker.release();
    ended(breaker, 100, 'f', 100);
    expect(breaker.admit(100)).toBe(false);
  });

  test('opossum as it comes: the first failure can open it', () => {
    const breaker = sampling.create({ window: 10_000, share: 0.5, minimum: 0, buckets: 10, of: 'sent' }, { ...usual, open: 30_000 });
    expect(sentBeforeOpen(breaker, 'fs')).toBe(1);
    expect(breaker.opensAt(1)).toBe(30_000);
  });

  test.each([
    // cockatiel's minimumRps: 10 s at 3 a second are 30 attempts, whatever became of them.
    [30, 29, false],
    [30, 30, true],
  ])('cockatiel with a minimum of %i: opens at %i failures: %s', (minimum, failures, opens) => {
    const breaker = sampling.create({ window: 10_000, share: 0.5, minimum }, usual);
    ended(breaker, 0, 'f');
    for (let i = 1; i < failures; i++) ended(breaker, i * 100, 'f');
    expect(breaker.opensAt(3000) > 3000).toBe(opens);
  });
});
