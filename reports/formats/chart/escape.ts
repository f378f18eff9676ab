import { visible } from '../../../sim/kernel/visible.ts';

/** Characters of East Asian scripts and emoji are about twice as wide as others. */
const cellsOf = (character: string): number => ((character.codePointAt(0) ?? 0) >= 0x1100 ? 2 : 1);

function fitting(characters: readonly string[], cells: number): readonly string[] {
  let used = 0;
  const end = characters.findIndex((character) => {
    used += cellsOf(character);
    return used > cells;
  });
  return end < 0 ? characters : characters.slice(0, end);
}

/**
 * The drawing library caches the widths of texts in a plain object: a text such as `__proto__` or `constructor` would
 * find what every object inherits and write into it. A blank at the end makes it another text that looks the same.
 */
function cacheable(text: string): string {
  return text in {} ? `${text}\u00a0` : text;
}

/** A name for a label: hidden characters written out, shortened in its middle. The drawing library escapes markup. */
export function chartText(text: string, cells: number): string {
  const characters = [...visible(text)];
  if (fitting(characters, cells).length === characters.length) return cacheable(characters.join(''));
  const half = Math.floor((cells - 1) / 2);
  const tail = fitting([...characters].reverse(), half).toReversed();
  return `${fitting(characters, half).join('')}…${tail.join('')}`;
}

/** Text inside an attribute of an XML element. */
export function attribute(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
