import { type Markup, markup } from '../../../sim/markup/markup.ts';
import { lookOf } from '../chart/looks.ts';
import { lineStyles } from '../chart/theme.ts';

type Shape = (typeof lineStyles)[number]['symbol'];

const shapes: Readonly<Record<Shape, string>> = {
  circle: 'M14 6a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z',
  diamond: 'M18 1L23 6L18 11L13 6Z',
  rect: 'M14 2H22V10H14Z',
  triangle: 'M18 1L23 10H13Z',
  arrow: 'M18 1L22 11L18 8L14 11Z',
  pin: 'M18 11L15 6A3.5 3.5 0 1 1 21 6Z',
};

/** Dashes and gaps of the dash names that the drawing library knows. */
const dashes: Readonly<Record<string, readonly number[]>> = { solid: [], dashed: [6, 3], dotted: [2, 2] };

/** A piece of a line as it looks in a chart; `className` gives its colour. */
function sample(className: string, dash: readonly number[], shape: Shape): Markup {
  return markup`<svg class="glyph ${className}" viewBox="0 0 36 12" width="36" height="12" aria-hidden="true"><path class="s-line" d="M1 6H35"${dash.length > 0 && markup` stroke-dasharray="${dash.join(' ')}"`}/><path class="f-line" d="${shapes[shape]}"/></svg>`;
}

/** The line of the strategy at this place, as it looks in the charts over time. */
export function glyph(place: number): Markup {
  const { hue, dash, symbol } = lookOf(place);
  return sample(`h${hue}`, dash, symbol);
}

/** The line at this place among those against a swept value, whose colour differs from chart to chart. */
export function sweptGlyph(place: number): Markup {
  const { symbol, type } = lineStyles[place % lineStyles.length] ?? lineStyles[0];
  return sample('plain', typeof type === 'string' ? (dashes[type] ?? []) : type, symbol);
}
