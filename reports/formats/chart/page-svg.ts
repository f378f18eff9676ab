import type { EChartsCoreOption } from 'echarts/core';
import { attribute } from './escape.ts';
import { lookOf } from './looks.ts';
import { shortPath } from './short-path.ts';
import { drawSvg } from './svg.ts';
import { colours } from './theme.ts';

const firstOfLines = 0x5a0000;

/** A colour that stands for the line of the strategy at this place until the page's style gives it one. */
export function lineColour(place: number): string {
  return `#${(firstOfLines + place).toString(16)}`;
}

const tokens: ReadonlyMap<string, string> = new Map(Object.entries(colours).map(([token, colour]) => [colour, token]));

/** Classes instead of a colour: the page's style knows them in light and dark. */
function classesOf(what: 'fill' | 'stroke', colour: string): string | null {
  const part = what === 'fill' ? 'f' : 's';
  const token = tokens.get(colour);
  if (token !== undefined) return `${part}-${token}`;
  const place = Number.parseInt(colour.slice(1), 16) - firstOfLines;
  return place >= 0 && place < 0x10000 ? `${part}-line k${place} h${lookOf(place).hue}` : null;
}

function themedTag(tag: string): string {
  const classes: string[] = [];
  const rest = tag
    .replace(/ style="[^"]*"/, '')
    .replace(/ (fill|stroke)="(#[0-9a-f]{6})"/g, (whole, what: 'fill' | 'stroke', colour: string) => {
      const found = classesOf(what, colour);
      if (found !== null) classes.push(found);
      return found === null ? whole : '';
    })
    .replace(/ (?:d|points|transform)="[^"]*"/g, (geometry) =>
      geometry.replace(/\d+\.\d{2,}/g, (figure) => String(Number(Number(figure).toFixed(1)))),
    )
    .replace(/(?<= d=")[^"]*/, shortPath)
    .replace(' stroke-linejoin="bevel"', '');
  if (classes.length === 0) return rest;
  const all = [...new Set(classes.join(' ').split(' '))].join(' ');
  return rest.replace(/^<\w+/, (start) => `${start} class="${all}"`);
}

/**
 * Draws a chart for the page: colours become classes, sizes follow the page, ids begin with `prefix`, and there are no
 * style attributes, which the page's content security policy would refuse.
 */
export function pageSvg(
  option: EChartsCoreOption,
  size: { readonly width: number; readonly height: number },
  { label, prefix }: { readonly label: string; readonly prefix: string },
): string {
  const svg = drawSvg({ ...option, backgroundColor: 'transparent' }, size, label).trimEnd();
  const inside = svg.slice(svg.indexOf('>') + 1, -'</svg>'.length);
  const drawing = inside
    .replace(/^\n<rect [^>]*fill="none"><\/rect>/, '')
    .replace(/<[a-zA-Z][^>]*>/g, themedTag)
    .replace(/><\/(?:path|rect)>/g, '/>')
    .replace(/ xml:space="preserve"/g, '')
    .replace(/ id="/g, ` id="${prefix}-`)
    .replace(/url\(#/g, `url(#${prefix}-`)
    .replace(/\n+/g, '\n');
  return `<svg role="img" aria-label="${attribute(label)}" class="chart" viewBox="0 0 ${size.width} ${size.height}">${drawing}</svg>`;
}
