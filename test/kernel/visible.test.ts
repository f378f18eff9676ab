import { expect, test } from 'vitest';
import { visible } from '../../sim/kernel/visible.ts';

test.each([
  ['plain', 'plain'],
  ['two\nlines\r', 'two\\u{a}lines\\u{d}'],
  ['\u001b[31mred', '\\u{1b}[31mred'],
  ['\u009bcsi', '\\u{9b}csi'],
  ['a\u202eb', 'a\\u{202e}b'],
  ['a\u2066b\u2069', 'a\\u{2066}b\\u{2069}'],
  ['zero\u200bwidth\ufeff', 'zero\\u{200b}width\\u{feff}'],
  ['half \ud83d', 'half \\u{d83d}'],
  ['tag\u{e0041}', 'tag\\u{e0041}'],
  // what builds emoji and scripts stays
  ['👩‍👩‍👧 漢字 é', '👩‍👩‍👧 漢字 é'],
])('%j shows as %j', (text, shown) => {
  expect(visible(text)).toBe(shown);
});
