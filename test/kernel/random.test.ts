import { describe, expect, it } from 'vitest';
import { Luck, probit, threefry2x32 } from '../../sim/kernel/random.ts';

describe('Threefry-2x32 with 20 rounds', () => {
  // Known answers of the Random123 distribution, kat_vectors.
  it.each<[[number, number], [number, number], [number, number]]>([
    // key, counter, output
    [
      [0, 0],
      [0, 0],
      [0x6b200159, 0x99ba4efe],
    ],
    [
      [0xffffffff, 0xffffffff],
      [0xffffffff, 0xffffffff],
      [0x1cb996fc, 0xbb002be7],
    ],
    [
      [0x13198a2e, 0x03707344],
      [0x243f6a88, 0x85a308d3],
      [0xc4923a9c, 0x483df7a0],
    ],
  ])('key %j, counter %j', (key, counter, output) => {
    expect(threefry2x32(key, counter)).toEqual(output);
  });
});

describe('luck', () => {
  const first = (seed: number, replication: number, name: string, sub?: string): number =>
    new Luck(seed, replication).stream(name, sub).uniform(0, 0);

  it('differs with every part of its key, and with nothing else', () => {
    const draws = [
      first(1, 0, 'a'),
      first(2, 0, 'a'),
      first(1 + 2 ** 32, 0, 'a'),
      first(1, 1, 'a'),
      first(1, 0, 'b'),
      first(1, 0, 'a', 'b'),
      first(1, 0, 'ab'),
    ];
    expect(new Set(draws).size).toBe(draws.length);
    expect(first(1, 0, 'a')).toBe(draws[0]);
  });

  it('does not depend on the order in which it is drawn', () => {
    const stream = new Luck(3, 0).stream('a');
    const forwards = [0, 1, 2, 3].map((entity) => stream.uniform(entity, 5));
    const backwards = [3, 2, 1, 0].map((entity) => stream.uniform(entity, 5)).reverse();
    expect(backwards).toEqual(forwards);
  });

  it('is uniform in the open interval', () => {
    const stream = new Luck(3, 0).stream('a');
    const cells = new Array<number>(20).fill(0);
    for (let i = 0; i < 20_000; i++) {
      const u = stream.uniform(i, i % 7);
      expect(u > 0 && u < 1).toBe(true);
      cells[Math.floor(u * 20)] = (cells[Math.floor(u * 20)] as number) + 1;
    }
    // χ² with 19 degrees of freedom: above 43.8 once in a thousand.
    expect(cells.reduce((sum, n) => sum + (n - 1000) ** 2 / 1000, 0)).toBeLessThan(43.8);
  });
});

describe('the normal quantile', () => {
  // Wichura's own check values (AS 241, Applied Statistics 37, 1988, page 481), and the usual tables.
  it.each([
    [0.25, -0.6744897501960817],
    [0.001, -3.090232306167814],
    [1e-20, -9.262340089798409],
    [0.975, 1.959963984540054],
    [0.99, 2.3263478740408408],
    [0.5, 0],
  ])('at %d is %d', (p, z) => {
    expect(probit(p)).toBeCloseTo(z, 12);
  });
});
