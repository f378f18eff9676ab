import { chartText } from './escape.ts';
import { scaleFor } from './line-panel.ts';
import { lookOf } from './looks.ts';
import { lineColour, pageSvg } from './page-svg.ts';
import { axisText, colours, valueAxis } from './theme.ts';

/** One strategy among the others; null where it has no figure. */
export interface FrontPoint {
  readonly place: number;
  readonly name: string;
  /** Percent. */
  readonly errors: number | null;
  readonly value: number | null;
  readonly front: boolean;
}

export interface FrontChart {
  /** Begins the ids inside the drawing; one word, once on a page. */
  readonly prefix: string;
  readonly label: string;
  readonly points: readonly FrontPoint[];
  readonly show: (value: number) => string;
}

const size = { width: 540, height: 300 };
const grid = { left: 62, right: 24, top: 22, bottom: 34 };
const nameCells = 18;

function series({ place, name, errors, value, front }: FrontPoint, most: number) {
  if (errors === null) return [];
  return [
    {
      type: 'line',
      silent: true,
      symbol: lookOf(place).symbol,
      symbolSize: front ? 13 : 8,
      itemStyle: { color: lineColour(place) },
      label: { show: front, position: 'right', formatter: () => chartText(name, nameCells), color: colours.ink, fontSize: 12 },
      labelLayout: { hideOverlap: true, moveOverlap: 'shiftY' },
      // Where there is no figure it is endless: the upper edge.
      data: [[Math.sqrt(errors), value ?? most]],
    },
  ];
}

/** Errors on a square-root scale, so that small shares are told apart, against another figure; lower left is better. */
export function frontSvg({ prefix, label, points, show }: FrontChart): string {
  const { max, interval } = scaleFor(1.05 * Math.max(0, ...points.map(({ value }) => value ?? 0)));
  const widest = Math.max(1, Math.ceil(Math.max(0, ...points.map(({ errors }) => Math.sqrt(errors ?? 0)))));
  const option = {
    grid,
    xAxis: {
      ...valueAxis(''),
      max: widest,
      interval: widest > 5 ? 2 : 1,
      axisTick: { show: true, lineStyle: { color: colours.faint } },
      splitLine: { show: false },
      axisLabel: { ...axisText, formatter: (root: number) => `${root * root} %` },
    },
    yAxis: { ...valueAxis(''), max, interval, axisLine: { show: false }, axisLabel: { ...axisText, formatter: show } },
    series: points.flatMap((point) => series(point, max)),
  };
  return pageSvg(option, size, { label, prefix });
}
