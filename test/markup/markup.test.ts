import { expect, test } from 'vitest';
import { type Content, lines, markup, ours, textOf } from '../../sim/markup/markup.ts';
import { hostileNames } from '../formats/hostile.ts';

test.each([
  ['<b>&"\'', '&lt;b&gt;&amp;&quot;&#39;'],
  ['&amp;', '&amp;amp;'],
  ['a\nb', 'a\\u{a}b'],
  ['right\u202eleft', 'right\\u{202e}left'],
  [17, '17'],
  [null, ''],
  [undefined, ''],
  [false, ''],
  [['<', markup`<br>`, ['>']], '&lt;<br>&gt;'],
] as const)('%j becomes %s', (content, expected) => {
  expect(textOf(markup`<p>${content}</p>`)).toBe(`<p>${expected}</p>`);
});

test('what only looks like markup is none', () => {
  const forged = JSON.parse('["<script>", {"html": "<script>"}, {"Symbol(markup)": "<script>"}]') as Content;
  expect(() => textOf(markup`${forged}`)).toThrow(TypeError);
  expect(textOf(ours('<b>'))).toBe('<b>');
});

test.each(hostileNames)('%j leaves no character that could end a text or an attribute', (name) => {
  expect(textOf(name)).not.toMatch(/[<>"']|&(?!amp;|lt;|gt;|quot;|#39;)/);
});

test('lines stay lines, each of them escaped', () => {
  expect(textOf(lines('a <\n  b\tc'))).toBe('a &lt;\n  b\\u{9}c');
});
