import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDuration, formatRate, parseDuration, parseRate } from '../../sim/kernel/units.ts';

describe('values are written in the unit that reads best', () => {
  test.each([
    [0, '0ms'],
    [0.1, '0.1ms'],
    [250, '250ms'],
    [1500, '1.5s'],
    [60_000, '1m'],
    [90_000, '90s'],
    [600_000, '10m'],
    [86_400_000, '24h'],
    [5_400_000, '90m'],
    [0.0000001, '0.0000001ms'],
  ])('%f ms is %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  test.each([
    [0, '0/s'],
    [1.5, '1.5/s'],
    [1 / 3, '20/m'],
    [1160.7 / 3600, '1160.7/h'],
    [12 / 3600, '0.2/m'],
  ])('%f per second is %s', (perSecond, text) => {
    expect(formatRate(perSecond)).toBe(text);
  });
});

test('what is written is read as the same number', () => {
  const positive = fc.double({ min: 0, max: 1e9, noNaN: true, noDefaultInfinity: true }).map((value) => (value < 1e-12 ? 0 : value));
  fc.assert(
    fc.property(positive, (value) => {
      expect(parseRate(formatRate(value))).toBe(value);
    }),
  );
  // A duration that was read has at most 15 digits.
  const read = positive.map((value) => Number(value.toPrecision(15)));
  fc.assert(
    fc.property(read, (value) => {
      expect(parseDuration(formatDuration(value))).toBe(value);
    }),
  );
});
