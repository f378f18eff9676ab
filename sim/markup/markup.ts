import { visible } from '../kernel/visible.ts';

/** Only code of this module can make one: what comes from a file never passes for markup, whatever its shape. */
const trusted = Symbol('markup');

/** A piece of a page in which every foreign text is escaped. */
export interface Markup {
  readonly [trusted]: string;
}

/** What may stand between the pieces: texts and numbers are escaped, nothing stays nothing, lists stand one after another. */
export type Content = string | number | Markup | null | undefined | false | readonly Content[];

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** A text as it may stand in an element or in a quoted attribute; hidden characters are written out. */
export function escaped(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** The text of a piece of markup, or of what may stand in one. */
export function textOf(content: Content): string {
  if (content === null || content === undefined || content === false) return '';
  if (typeof content === 'string') return escaped(content);
  if (typeof content === 'number') return escaped(String(content));
  return trusted in content ? content[trusted] : content.map(textOf).join('');
}

/** Tag of template texts: the template is markup, what is put into it is escaped. */
export function markup(template: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  const text = template.reduce((whole, piece, i) => whole + textOf(contents[i - 1]) + piece);
  return { [trusted]: text };
}

/** Text that is markup already: our own style, script and drawings, never anything from a file. */
export function ours(text: string): Markup {
  return { [trusted]: text };
}

/** A text of several lines, which stay lines. */
export function lines(text: string): Markup {
  return ours(text.split('\n').map(escaped).join('\n'));
}
