import { describe, expect, test } from 'vitest';
import type { BreakerScope } from '../../../harness/strategy/breaker/breaker.ts';
import { consecutive } from '../../../harness/strategy/breaker/consecutive.ts';
import { ended, played, sentBeforeOpen, usual } from './usual.ts';

const opensAfter = (failures: number, changes: Partial<BreakerScope> = {}) => consecutive.create(failures, { ...usual, ...changes });

describe('closed', () => {
  test.each([
    // failures in a row at which it opens · how attempts end · how many are sent
    [1, 'sfs', 2],
    [3, 'ffsffsfffs', 9],
    [3, 'fnfnfs', 5],
    [2, 'fnnnnfs', 6],
    [5, 'ssssffff', 8],
  ])('%i failures in a row: of %s it sends %i', (failures, ends, sent) => expect(sentBeforeOpen(opensAfter(failures), ends)).toBe(sent));
});

describe('open', () => {
  test('for as long as it says, to the microsecond', () => {
    const breaker = opensAfter(1);
    ended(breaker, 5000, 'f');
    expect([breaker.opensAt(5000), breaker.opensAt(14_999.999)]).toEqual([15_000, 15_000]);
    expect(breaker.admit(14_999.999)).toBe(false);
    expect([breaker.opensAt(15_000), breaker.admit(15_000)]).toEqual([15_000, true]);
  });

  test('B8: failures of attempts sent before put nothing off', () => {
    const breaker = opensAfter(1);
    for (const nowMs of [5000, 6000, 7000, 14_000]) ended(breaker, nowMs, 'f', 5000);
    expect(breaker.opensAt(14_000)).toBe(15_000);
  });

  test('nor do their successes close it, then or half-open', () => {
    const breaker = opensAfter(1);
    ended(breaker, 5000, 'f');
    ended(breaker, 6000, 's', 6000);
    expect(breaker.admit(6000)).toBe(false);
    expect(breaker.admit(15_000)).toBe(true);
    ended(breaker, 15_500, 's', 15_000);
    expect(breaker.admit(15_500)).toBe(false);
  });

  test.each([
    // factor, cap · the open times after the first failure and four failed probes, s
    [1, 600_000, [10, 10, 10, 10, 10]],
    [2, 600_000, [10, 20, 40, 80, 160]],
    [2, 50_000, [10, 20, 40, 50, 50]],
    [3, 5000, [10, 10, 10, 10, 10]],
  ])('a factor of %d and a cap of %d ms: %j s', (factor, cap, times) => {
    const breaker = opensAfter(1, { factor, cap });
    let nowMs = 0;
    const lasted = times.map(() => {
      expect(breaker.admit(nowMs)).toBe(true);
      ended(breaker, nowMs, 'f');
      const from = nowMs;
      nowMs = breaker.opensAt(nowMs);
      return (nowMs - from) / 1000;
    });
    expect(lasted).toEqual(times);
  });

  test('a success makes the next open time as short as the first', () => {
    const breaker = opensAfter(1, { factor: 4 });
    played(breaker, [
      [0, 'f'],
      [10_000, 'f'],
      [50_000, 'sf'],
    ]);
    expect(breaker.opensAt(50_000)).toBe(60_000);
  });
});

describe('half-open', () => {
  test('one probe: nothing else is sent until it ends', () => {
    const breaker = opensAfter(1);
    ended(breaker, 0, 'f');
    expect([breaker.admit(10_000), breaker.admit(10_000), breaker.admit(30_000)]).toEqual([true, false, false]);
    expect(breaker.opensAt(30_000)).toBe(40_000);
    ended(breaker, 31_000, 's', 21_000);
    expect(breaker.admit(31_000)).toBe(true);
  });

  test('three probes: all have to succeed', () => {
    const breaker = opensAfter(1, { probes: 3 });
    ended(breaker, 0, 'f');
    expect([1, 2, 3, 4].map(() => breaker.admit(10_000))).toEqual([true, true, true, false]);
    for (const nowMs of [10_100, 10_200]) ended(breaker, nowMs, 's', nowMs - 10_000);
    expect(breaker.admit(10_200)).toBe(false);
    ended(breaker, 10_300, 's', 300);
    expect(breaker.admit(10_300)).toBe(true);
  });

  test('the first of three that fails opens it again, and the others then say nothing', () => {
    const breaker = opensAfter(1, { probes: 3 });
    ended(breaker, 0, 'f');
    for (let i = 0; i < 3; i++) breaker.admit(10_000);
    ended(breaker, 10_100, 'f', 100);
    ended(breaker, 10_200, 's', 200);
    ended(breaker, 10_300, 's', 300);
    expect(breaker.opensAt(10_300)).toBe(20_100);
    expect([1, 2, 3, 4].map(() => breaker.admit(20_100))).toEqual([true, true, true, false]);
  });

  test('a probe that is not sent, and one that says nothing, give their place back', () => {
    const breaker = opensAfter(1);
    ended(breaker, 0, 'f');
    expect(breaker.admit(10_000)).toBe(true);
    breaker.release();
    expect(breaker.admit(11_000)).toBe(true);
    ended(breaker, 12_000, 'n', 1000);
    expect([breaker.admit(12_000), breaker.admit(12_000)]).toEqual([true, false]);
  });

  test('what was sent before it closed counts no more', () => {
    const breaker = opensAfter(2);
    played(breaker, [[5000, 'ff']]);
    expect(breaker.admit(15_000)).toBe(true);
    ended(breaker, 15_100, 's', 100);
    for (const nowMs of [15_200, 15_300, 15_400]) ended(breaker, nowMs, 'f', 12_000);
    expect(breaker.admit(15_400)).toBe(true);
  });
});
