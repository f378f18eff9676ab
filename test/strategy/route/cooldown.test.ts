import { describe, expect, test } from 'vitest';
import { type CooldownOptions, cooldown } from '../../../harness/strategy/route/cooldown.ts';
import { ended, firstOf } from './asked.ts';

const of = (options: CooldownOptions = {}, targets = ['a', 'b']) => cooldown.create(options, { targets });
/** When the first target is gone to again, ms. */
const backAt = (route: ReturnType<typeof of>, from: number): number => {
  let nowMs = from;
  while (firstOf(route, { nowMs })?.position !== 0 && nowMs < 2_000_000) nowMs += 100;
  return nowMs;
};

describe('a target that fails', () => {
  test('is left alone for its time', () => {
    const route = of();
    ended(route, 0, 1000, 'capacity');
    expect([1000, 5999, 6000].map((nowMs) => firstOf(route, { nowMs })?.position)).toEqual([1, 1, 0]);
  });

  test.each([
    ['the third failure within it', { failures: 3 }, [1000, 2000, 3000], 8000],
    ['older ones are forgotten', { failures: 3 }, [1000, 5000, 6001], 6001],
    ['failures of attempts sent before put nothing off', {}, [1000, 1400, 1800], 6000],
  ] as [string, CooldownOptions, number[], number][])('%s', (_, options, failures, back) => {
    const route = of(options);
    for (const nowMs of failures) ended(route, 0, nowMs, 'capacity', 1000);
    expect(backAt(route, failures.at(-1) ?? 0)).toBe(back);
  });

  test.each([
    // The provider's own wait comes first, shorter or longer; a wait of no time is none.
    [{}, 30_000, 30_000],
    [{}, 1000, 1000],
    [{}, 0, 5000],
    [{ cap: 20_000 }, 30_000, 20_000],
    [{ retryAfter: 'ignore' }, 30_000, 5000],
  ] as [CooldownOptions, number, number][])('%j, asked to wait %i ms: for %i ms', (options, asked, lasts) => {
    const route = of(options);
    ended(route, 0, 1000, 'rate_limited', 0, asked);
    expect(backAt(route, 1000) - 1000).toBe(lasts);
  });

  test('each time without a success it is left alone for longer, up to the cap', () => {
    const route = of({ time: 1000, factor: 2, cap: 5000 });
    const lasted: number[] = [];
    for (let nowMs = 1000; lasted.length < 5; ) {
      ended(route, 0, nowMs, 'capacity', 0);
      lasted.push(backAt(route, nowMs) - nowMs);
      nowMs = backAt(route, nowMs);
    }
    expect(lasted).toEqual([1000, 2000, 4000, 5000, 5000]);
    ended(route, 0, 100_000, 'ok', 0);
    ended(route, 0, 100_001, 'capacity', 0);
    expect(backAt(route, 100_001) - 100_001).toBe(1000);
  });

  test('an empty account cools it too; a bad request does not', () => {
    const route = of();
    ended(route, 0, 1000, 'client_error');
    expect(firstOf(route, { nowMs: 1000 })?.position).toBe(0);
    ended(route, 0, 1000, 'quota');
    expect(firstOf(route, { nowMs: 1000 })?.position).toBe(1);
  });

  test('is never left alone when it is the only one', () => {
    const route = of({}, ['a']);
    for (let i = 0; i < 9; i++) ended(route, 0, 1000, 'capacity');
    expect(firstOf(route, { nowMs: 1000 })).toEqual({ position: 0, wait: false });
  });
});

describe('when all are left alone', () => {
  const both = (options: CooldownOptions) => {
    const route = of(options);
    ended(route, 0, 1000, 'capacity', 0);
    ended(route, 1, 500, 'capacity', 0);
    return route;
  };

  test('wait: for the first that will not be', () =>
    expect(firstOf(both({}), { nowMs: 1000 })).toEqual({ position: 1, wait: false, notBeforeMs: 5500 }));
  test('fail: nowhere', () => expect(firstOf(both({ whenAll: 'fail' }), { nowMs: 1000 })).toBeUndefined());
  test('the floor comes before waiting', () =>
    expect(firstOf(both({ floor: 'z' }), { nowMs: 1000 })).toEqual({ position: 2, wait: false }));
  test('a failure that does not move on waits where it was', () => {
    const past = { sends: [1, 0], open: [true, true], last: 0, moveOn: false, nowMs: 1000, uniform: 0.5 };
    expect(both({}).next(past)).toEqual({ position: 0, wait: true, notBeforeMs: 6000 });
  });
});
