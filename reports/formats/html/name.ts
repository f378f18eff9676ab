import { type Markup, markup } from '../../../sim/markup/markup.ts';
import { shorten, shortenAll } from '../terminal/width.ts';

/** Longest name in tables and legends; the whole one stands among the settings. */
const cells = 40;

/** A name on its own: whatever script it is in, it does not turn round what stands beside it. */
export function named(name: string): Markup {
  return markup`<bdi class="name">${shorten(name, cells)}</bdi>`;
}

/** Names that stay different when they are shortened, in their order. */
export function allNamed(names: readonly string[]): readonly Markup[] {
  return shortenAll(names, cells).map((short) => markup`<bdi class="name">${short}</bdi>`);
}
