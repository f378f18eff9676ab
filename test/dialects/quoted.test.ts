import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quoted } from '../../sim/dialects/quoted.ts';

test.each([
  '',
  'Plain words, of any — 言葉 🙂 — script.',
  'a "quote" and a \\',
  'a\nline\u0000\u001f\u007f',
  '\ud83d alone',
  '\ude42',
  '\u2028\u2029',
])('%j is written as JSON writes it', (text) => {
  expect(quoted(text)).toBe(JSON.stringify(text));
});

test('whatever the text', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => quoted(text) === JSON.stringify(text)));
});
