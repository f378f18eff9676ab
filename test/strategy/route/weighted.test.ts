import { describe, expect, test } from 'vitest';
import { type WeightedOptions, weighted } from '../../../harness/strategy/route/weighted.ts';
import { ended, firstOf } from './asked.ts';

const of = (options: WeightedOptions, targets = ['a', 'b', 'c']) => weighted.create(options, { targets });
const draws = 10_000;
const uniforms = Array.from({ length: draws }, (_, i) => (i + 0.5) / draws);

describe('the first target', () => {
  test.each([
    [undefined, [1 / 3, 1 / 3, 1 / 3]],
    [
      [3, 1, 1],
      [0.6, 0.2, 0.2],
    ],
    [
      [0, 1, 3],
      [0, 0.25, 0.75],
    ],
  ] as [number[] | undefined, number[]][])('weights %j', (weights, shares) => {
    const route = of({ weights });
    const first = uniforms.map((uniform) => firstOf(route, { uniform })?.position);
    // A grid of uniforms misses a part's share by at most one point of the grid at each end.
    for (const [position, share] of shares.entries())
      expect(Math.abs(first.filter((each) => each === position).length / draws - share)).toBeLessThanOrEqual(2 / draws);
  });
});

describe('the next one', () => {
  test('is drawn from those that are left, in proportion', () => {
    const route = of({ weights: [2, 1, 3] });
    const pairs = new Map<string, number>();
    for (const uniform of uniforms) {
      const first = firstOf(route, { uniform })?.position ?? -1;
      const sends = [0, 0, 0].map((_, position) => (position === first ? 1 : 0));
      const open = sends.map((count) => count === 0);
      const second = route.next({ sends, open, last: first, moveOn: true, nowMs: 0, uniform })?.position;
      const pair = `${first}${second}`;
      pairs.set(pair, (pairs.get(pair) ?? 0) + 1 / draws);
    }
    // P(first) · P(second of those left).
    const expected = {
      '01': (2 / 6) * (1 / 4),
      '02': (2 / 6) * (3 / 4),
      '10': (1 / 6) * (2 / 5),
      '12': (1 / 6) * (3 / 5),
      '20': (3 / 6) * (2 / 3),
      '21': (3 / 6) * (1 / 3),
    };
    for (const [pair, share] of Object.entries(expected)) expect(Math.abs((pairs.get(pair) ?? 0) - share)).toBeLessThan(0.001);
  });

  test('one without weight is tried when the others have failed', () => {
    const route = of({ weights: [1, 0] }, ['a', 'b']);
    expect(route.next({ sends: [1, 0], open: [false, true], last: 0, moveOn: true, nowMs: 0, uniform: 0.9 })).toEqual({
      position: 1,
      wait: false,
    });
  });
});

describe('sticky', () => {
  test('keeps to what it drew until that fails, whatever the next requests draw', () => {
    const route = of({ sticky: true });
    expect(firstOf(route, { uniform: 0.9 })?.position).toBe(2);
    ended(route, 2, 1000, 'ok');
    expect([0.1, 0.5].map((uniform) => firstOf(route, { uniform })?.position)).toEqual([2, 2]);
    ended(route, 2, 2000, 'client_error');
    expect(firstOf(route, { uniform: 0.1 })?.position).toBe(2);
    ended(route, 2, 3000, 'capacity');
    expect(firstOf(route, { uniform: 0.1 })?.position).toBe(0);
  });
});
