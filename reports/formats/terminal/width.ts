import stringWidth from 'string-width';
import { visible } from '../../../sim/kernel/visible.ts';

/** Cells a text takes; colours take none. */
export const width = (text: string): number => stringWidth(text);

/** Pads to `cells`, on the left for figures. Never cuts. */
export function pad(text: string, cells: number, align: 'left' | 'right'): string {
  const space = ' '.repeat(Math.max(0, cells - width(text)));
  return align === 'left' ? text + space : space + text;
}

/** As many whole characters from the front as fit into `cells`; marks stay with their letter. */
function front(characters: readonly string[], cells: number): string {
  let text = '';
  for (const character of characters) {
    if (width(text + character) > cells) break;
    text += character;
  }
  return text;
}

function back(characters: readonly string[], cells: number): string {
  let text = '';
  for (let i = characters.length - 1; i >= 0; i--) {
    const longer = `${characters[i]}${text}`;
    if (width(longer) > cells) break;
    text = longer;
  }
  return text.replace(/^(?:\p{M}|\u200c|\u200d|\ufe0f)+/u, '');
}

/** A name on one line, hidden characters written out, blank ones quoted, shortened in its middle to at most `cells` cells. */
export function shorten(name: string, cells: number): string {
  const text = name.trim() === '' ? `"${visible(name)}"` : visible(name);
  if (width(text) <= cells) return text;
  const characters = [...text];
  const head = front(characters, Math.ceil((cells - 1) / 2));
  return `${head}…${back(characters, cells - 1 - width(head))}`;
}

/** Shortens names that belong to one table; names that become alike end with their place, e.g. "(3)". */
export function shortenAll(names: readonly string[], cells: number): readonly string[] {
  const short = names.map((name) => shorten(name, cells));
  return short.map((text, i) => {
    if (short.indexOf(text) === i && short.lastIndexOf(text) === i) return text;
    const place = ` (${i + 1})`;
    return `${shorten(names[i] ?? '', cells - place.length)}${place}`;
  });
}

function pieces(word: string, cells: number): readonly string[] {
  if (width(word) <= cells) return [word];
  const characters = [...word];
  const lines: string[] = [];
  for (let from = 0; from < characters.length; ) {
    const line = front(characters.slice(from), cells) || (characters[from] ?? '');
    lines.push(line);
    from += [...line].length;
  }
  return lines;
}

/** A blank, but not the one between a figure and its unit. */
const breakable = / (?!(?:%|ms|s)(?:\W|$))/;

/**
 * Breaks a text into lines of at most `cells` cells. The first line starts with `first` blanks, the others with `rest`.
 * Words longer than a line are broken.
 */
export function wrap(text: string, cells: number, first = 0, rest = first): readonly string[] {
  const room = Math.max(10, cells - Math.max(first, rest));
  const lines: string[] = [];
  let line = '';
  for (const word of visible(text)
    .split(breakable)
    .flatMap((long) => pieces(long, room))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || width(longer) <= room) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line].map((content, i) => ' '.repeat(i === 0 ? first : rest) + content);
}
