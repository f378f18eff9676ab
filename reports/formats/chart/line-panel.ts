import { lookOf } from './looks.ts';
import { lineColour, pageSvg } from './page-svg.ts';
import { axisText, colours, valueAxis } from './theme.ts';

/** One line: [x, y], y null where there is nothing to show. */
export interface PanelLine {
  /** Place of the strategy in the report, which decides the look; null for a line that is common to all of them. */
  readonly place: number | null;
  readonly points: ReadonlyArray<readonly [number, number | null]>;
  readonly strong: boolean;
}

export interface LinePanel {
  /** Begins the ids inside the drawing; one word, once on a page. */
  readonly prefix: string;
  /** What a screen reader says. */
  readonly label: string;
  readonly lines: readonly PanelLine[];
  readonly x: Axis;
  readonly y: Axis;
  /** Where upright dashed lines stand, e.g. at a bound. */
  readonly marks?: readonly number[];
}

interface Axis {
  readonly min: number;
  readonly max: number;
  readonly interval: number;
  readonly show: (value: number) => string;
}

const size = { width: 540, height: 230 };
const grid = { left: 58, right: 18, top: 18, bottom: 30 };
/** Markers on a line, so that it can be told from others without its colour. */
const markers = 6;

function commonSeries(points: PanelLine['points']) {
  return { type: 'line', silent: true, symbol: 'none', lineStyle: { color: colours.ink, width: 1.75 }, data: points };
}

function lineSeries({ place, points, strong }: PanelLine) {
  if (place === null) return commonSeries(points);
  const { dash, symbol } = lookOf(place);
  const every = Math.max(1, Math.round(points.length / markers));
  // Lines that lie on one another show their markers side by side.
  const first = (place * 5) % every;
  return {
    type: 'line',
    silent: true,
    symbol,
    symbolSize: 7,
    showAllSymbol: true,
    itemStyle: { color: lineColour(place) },
    lineStyle: { color: lineColour(place), width: strong ? 2.5 : 1.75, type: dash.length === 0 ? 'solid' : dash },
    data: points.map((value, i) => (i % every === first ? { value } : { value, symbol: 'none' })),
  };
}

function markSeries(marks: NonNullable<LinePanel['marks']>) {
  const upright = (at: number) => ({
    xAxis: at,
    label: { show: false },
    lineStyle: { color: colours.bound, width: 1.5, type: 'dashed' },
  });
  return { type: 'line', data: [], silent: true, markLine: { silent: true, symbol: 'none', data: marks.map(upright) } };
}

/** One panel of the page's line charts: no title, no legend; the page says these in text. */
export function linePanelSvg({ prefix, label, lines, x, y, marks = [] }: LinePanel): string {
  const axis = { ...valueAxis(''), axisTick: { show: false } };
  const option = {
    grid,
    xAxis: {
      ...axis,
      min: x.min,
      max: x.max,
      interval: x.interval,
      splitLine: { show: false },
      axisTick: { show: true, lineStyle: { color: colours.faint } },
      axisLabel: { ...axisText, formatter: x.show, hideOverlap: true },
    },
    yAxis: {
      ...axis,
      min: y.min,
      max: y.max,
      interval: y.interval,
      axisLine: { show: false },
      axisLabel: { ...axisText, formatter: y.show },
    },
    series: [...lines.map(lineSeries), ...(marks.length === 0 ? [] : [markSeries(marks)])],
  };
  return pageSvg(option, size, { label, prefix });
}

const steps = [1, 2, 2.5, 5, 10];

/** The top of an axis from 0 that holds the largest value, and the distance of its three to six rules: round numbers. */
export function scaleFor(largest: number): { readonly max: number; readonly interval: number } {
  if (!(largest > 0)) return { max: 1, interval: 0.25 };
  const rough = largest / 5;
  let unit = 1;
  while (unit > rough) unit /= 10;
  while (unit * 10 <= rough) unit *= 10;
  const interval = Number(((steps.find((step) => step * unit >= rough) ?? 10) * unit).toPrecision(3));
  return { max: Number((Math.ceil(largest / interval - 1e-9) * interval).toPrecision(6)), interval };
}
