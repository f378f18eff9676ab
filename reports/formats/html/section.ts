import { type Content, type Markup, markup } from '../../../sim/markup/markup.ts';

/** A sentence in which no figure is parted from its unit at the end of a line. */
export function sentence(text: string): string {
  return text.replace(/(\d) (?=(?:%|ms|s|min|points)(?:\W|$))/g, '$1\u00a0').replace(/([≤≥]) /g, '$1\u00a0');
}

/** One part of the page, and its entry in the list of contents. */
export interface Section {
  readonly id: string;
  readonly title: Content;
  readonly content: Content;
}

export function sectionOf({ id, title, content }: Section): Markup {
  return markup`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${content}</section>
`;
}

/** Sentences as paragraphs; nothing of those that are not said. */
export function paragraphs(sentences: readonly (string | null)[], className = 'note'): Content {
  return sentences.map((each) => each !== null && markup`<p class="${className}">${sentence(each)}</p>\n`);
}
