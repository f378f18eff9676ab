import { type LookSymbol, lookOf } from '../chart/looks.ts';
import { type Markup, markup } from './markup.ts';

const shapes: Readonly<Record<LookSymbol, string>> = {
  circle: 'M14 6a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z',
  diamond: 'M18 1L23 6L18 11L13 6Z',
  rect: 'M14 2H22V10H14Z',
  triangle: 'M18 1L23 10H13Z',
};

/** The line of the strategy at this place, as it looks in the charts. */
export function glyph(place: number): Markup {
  const { hue, dash, symbol } = lookOf(place);
  return markup`<svg class="glyph h${hue}" viewBox="0 0 36 12" width="36" height="12" aria-hidden="true"><path class="s-line" d="M1 6H35"${dash.length > 0 && markup` stroke-dasharray="${dash.join(' ')}"`}/><path class="f-line" d="${shapes[symbol]}"/></svg>`;
}
