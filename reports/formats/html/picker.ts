import { type Content, type Markup, markup } from '../../../sim/markup/markup.ts';
import { glyph } from './glyph.ts';

/** A strategy whose line can be shown. */
export interface Choice {
  readonly place: number;
  readonly name: Markup;
  readonly chosen: boolean;
}

/**
 * Charts with a check box for each line. The page's style hides the lines that are not chosen, so this takes no script;
 * where a browser is too old for that, all lines are there.
 */
export function picker(id: string, legend: string, choices: readonly Choice[], charts: Content): Markup {
  const boxes = choices.map(
    ({ place, name, chosen }) =>
      markup`<label for="${id}-${place}"><input type="checkbox" id="${id}-${place}" value="${place}"${chosen && markup` checked`}>${glyph(place)} ${name}</label>\n`,
  );
  return markup`<div class="picker">
<fieldset><legend>${legend}</legend>
<div class="choices">
${boxes}</div></fieldset>
${charts}</div>
`;
}

/** The rules of style by which check boxes hide lines, for strategies at these places. */
export function pickerStyle(places: readonly number[]): string {
  return places.map((place) => `.picker:has(input[value="${place}"]:not(:checked)) .chart .k${place}`).join(',\n') + '{display:none}';
}
