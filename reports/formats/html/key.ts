import { type Content, type Markup, markup } from '../../../sim/markup/markup.ts';

/** A sample of what a legend names. Drawn, because browsers leave grounds out on paper. */
function key(width: number, drawing: Content): Markup {
  return markup`<svg class="glyph" viewBox="0 0 ${width} 14" width="${width}" height="14" aria-hidden="true">${drawing}</svg>`;
}

/** A plain area. */
export const areaKey = key(26, markup`<rect class="f-shade" width="26" height="14"/>`);

/** A hatched area. */
export const regionKey = key(
  26,
  markup`<path class="s-bound" fill="none" d="M.5 0V14M25.5 0V14M1 8L9 0M3 14L17 0M11 14L25 0M19 14L25 8"/>`,
);

/** An upright line. */
export function uprightKey(type: 'solid' | 'dotted'): Markup {
  return key(8, markup`<path class="s-ink" stroke-width="2"${type === 'dotted' && markup` stroke-dasharray="2 2"`} d="M4 0V14"/>`);
}

/** The ends of an interval. */
export const whiskerKey = key(12, markup`<path class="s-errors" fill="none" stroke-width="1.5" d="M2 1H10M6 1V13M2 13H10"/>`);
