import { describe, expect, test } from 'vitest';
import { duration, longestMs, parseDuration, parseRate, shown } from '../../sim/kernel/units.ts';

describe('what was found is shown as YAML writes it', () => {
  test.each<[unknown, string]>([
    [5, '5'],
    ['5', '"5"'],
    [undefined, 'nothing'],
    [null, 'null'],
    [Number.NaN, '.nan'],
    [Number.POSITIVE_INFINITY, '.inf'],
    [Number.NEGATIVE_INFINITY, '-.inf'],
    [{ a: [1] }, '{"a":[1]}'],
    // What only a module of the user's can hand over.
    [5n, 'a bigint'],
    [() => 5, 'a function'],
    ['x'.repeat(100), `"${'x'.repeat(56)}...`],
  ])('%o: %s', (value, text) => {
    expect(shown(value)).toBe(text);
  });

  test('a value that holds itself has no text', () => {
    const ring: unknown[] = [];
    ring.push(ring);
    expect(shown(ring)).toBe('something that JSON cannot hold');
  });
});

describe('what no number can hold is no duration and no rate', () => {
  const digits = '9'.repeat(400);

  test.each([`${digits}s`, `${digits}h`])('a duration of 400 digits', (text) => expect(parseDuration(text)).toBeUndefined());
  test('a rate of 400 digits', () => expect(parseRate(`${digits}/s`)).toBeUndefined());
});

describe('a duration is at most a leap year', () => {
  test('366 days are one', () => {
    expect(longestMs).toBe(366 * 24 * 60 * 60 * 1000);
    expect(duration.parse('8784h')).toBe(longestMs);
  });

  test.each(['8784.001h', '99999999h'])('%s is too long', (text) => {
    const { error } = duration.safeParse(text);
    expect(error?.issues.map(({ message }) => message)).toEqual([`expected at most a year (8784h), found "${text}"`]);
  });
});
