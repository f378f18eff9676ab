import { describe, expect, it } from 'vitest';
import { Column } from '../../harness/run/column.ts';

describe('a column', () => {
  it.each([0, 1, 255, 256, 257, 768, 769, 40_000])('holds %d numbers and sorts them', (count) => {
    const column = new Column();
    // 7919 is prime and no divisor of any count: a permutation.
    const numbers = Array.from({ length: count }, (_, i) => (i * 7919) % count);
    for (const number of numbers) column.push(number);
    expect(column.length).toBe(count);
    expect([...column.sorted()]).toEqual(Array.from({ length: count }, (_, i) => i));
    expect(column.length).toBe(count);
  });
});
