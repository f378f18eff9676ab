import { describe, expect, test } from 'vitest';
import { pad, shorten, shortenAll, width, wrap } from '../../../reports/formats/terminal/width.ts';

describe('shorten', () => {
  test.each([
    ['short', 10, 'short'],
    // 9 characters stay around the ellipsis, the odd one in front
    ['limited-with-everything@limit=12', 10, 'limit…t=12'],
    // a double-width character that does not fit is left out whole
    ['漢字漢字漢字', 6, '漢…字'],
    ['a\nb', 20, 'a\\u{a}b'],
    // a blank name is seen to be there
    ['', 20, '""'],
    [' ', 20, '" "'],
  ])('%j in %i cells is %j', (name, cells, expected) => {
    expect(shorten(name, cells)).toBe(expected);
  });

  test('names that would become alike get their place', () => {
    const names = ['same-beginning-ONE-same-end', 'same-beginning-TWO-same-end', 'other'];
    const short = shortenAll(names, 14);
    expect(short).toEqual(['same-…-end (1)', 'same-…-end (2)', 'other']);
    expect(short.every((name) => width(name) <= 14)).toBe(true);
  });
});

test.each([
  ['ab', 4, 'left', 'ab  '],
  ['ab', 4, 'right', '  ab'],
  ['漢', 4, 'right', '  漢'],
  ['\u001b[1mab\u001b[22m', 4, 'right', '  \u001b[1mab\u001b[22m'],
  ['abcdef', 4, 'left', 'abcdef'],
] as const)('pad %j to %i cells, %s', (text, cells, align, expected) => {
  expect(pad(text, cells, align)).toBe(expected);
});

describe('wrap', () => {
  test('breaks between words and indents', () => {
    expect(wrap('one two three four five', 16, 2, 4)).toEqual(['  one two', '    three four', '    five']);
  });
  test('keeps a figure and its unit together', () => {
    expect(wrap('it took only 12.3 s', 18)).toEqual(['it took only', '12.3 s']);
    expect(wrap('errors were 4.4 % (x)', 16)).toEqual(['errors were', '4.4 % (x)']);
  });
  test('breaks a word that is longer than a line', () => {
    expect(wrap('x'.repeat(25), 10)).toEqual(['x'.repeat(10), 'x'.repeat(10), 'x'.repeat(5)]);
  });
});
