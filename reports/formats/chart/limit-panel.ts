import type { Setting } from '../../result/settings.ts';
import type { Recommendation } from '../../result/summary.ts';
import { type AreaNames, areaSeries } from './limit-areas.ts';
import type { LimitLine, LimitPoint, Range } from './limit-lines.ts';
import { colours, lineStyles } from './theme.ts';

/** One panel: what it shows of a point, in the unit of its axis. */
export interface Panel {
  /** Which grid of the drawing it is in. */
  readonly index: 0 | 1;
  readonly colour: string;
  readonly value: (point: LimitPoint) => number | null;
  /** Ends of the whiskers; left out, there are none. */
  readonly range?: (point: LimitPoint) => Range;
  /** Whether the recommended value and the balance point are named here. */
  readonly names: { readonly recommended: boolean; readonly balance: boolean } & AreaNames;
  readonly bound: { readonly at: number; readonly text: string } | null;
  /** The bound is named elsewhere than behind its line. */
  readonly boundUnnamed?: boolean;
}

/** What the swept key is set to along the horizontal axis, ascending. */
export type Values = readonly Setting[];

const pointAt = ({ points }: LimitLine, at: number) => points.find((point) => point.at === at);

/** Whiskers: 95 % intervals. */
function whiskers(line: LimitLine, values: Values, { index, colour }: Panel, range: NonNullable<Panel['range']>) {
  const data = values.flatMap(({ value }, x) => {
    const point = pointAt(line, value);
    const interval = point === undefined ? null : range(point);
    return interval === null ? [] : [[x, ...interval]];
  });
  return {
    type: 'custom',
    silent: true,
    xAxisIndex: index,
    yAxisIndex: index,
    data,
    encode: { x: 0, y: [1, 2] },
    renderItem: (_: unknown, api: { value(i: number): number; coord(at: readonly number[]): readonly [number, number] }) => {
      const [x, low] = api.coord([api.value(0), api.value(1)]);
      const [, high] = api.coord([api.value(0), api.value(2)]);
      const stroke = { stroke: colour, lineWidth: 1.5 };
      const rule = (x1: number, y1: number, x2: number, y2: number) => ({ type: 'line', shape: { x1, y1, x2, y2 }, style: stroke });
      return { type: 'group', children: [rule(x, low, x, high), rule(x - 4, low, x + 4, low), rule(x - 4, high, x + 4, high)] };
    },
  };
}

function lineSeries(line: LimitLine, look: number, values: Values, { index, colour, value }: Panel) {
  const style = lineStyles[look % lineStyles.length] ?? lineStyles[0];
  return {
    type: 'line',
    name: line.name,
    xAxisIndex: index,
    yAxisIndex: index,
    silent: true,
    symbol: style.symbol,
    symbolSize: 8,
    itemStyle: { color: colour },
    lineStyle: { color: colour, width: 2, type: style.type },
    data: values.map((setting) => {
      const point = pointAt(line, setting.value);
      return point === undefined ? null : value(point);
    }),
  };
}

function boundSeries(values: Values, { index, bound, boundUnnamed }: Panel) {
  if (bound === null) return [];
  return [
    {
      type: 'line',
      xAxisIndex: index,
      yAxisIndex: index,
      silent: true,
      symbol: 'none',
      lineStyle: { color: colours.bound, width: 1.5, type: 'dashed' },
      endLabel: { show: boundUnnamed !== true, formatter: () => bound.text, color: colours.ink, fontSize: 12 },
      data: values.map(() => bound.at),
    },
  ];
}

/** What the recommendation puts into the panels. */
export interface Marks {
  readonly recommended: number | null;
  readonly balance: number | null;
  readonly interval: readonly [number, number] | null;
  /** Values at which every bound holds, of the line that is drawn first. */
  readonly holding: ReadonlySet<number>;
}

export function marksOf(recommendation: Recommendation | null, lines: readonly LimitLine[]): Marks {
  const { value = null, balancePoint = null, interval = null } = recommendation ?? {};
  const holding = new Set(lines[0]?.points.flatMap(({ at, holds }) => (holds === null ? [] : [at])));
  return { recommended: value, balance: balancePoint, interval, holding };
}

/** `above` leaves room for the name of the region. */
function upright(x: number, text: string, type: string, above: boolean) {
  const label = { show: text !== '', position: 'end', distance: above ? 19 : 4, formatter: () => text, color: colours.ink, fontSize: 12 };
  return { xAxis: x, label, lineStyle: { color: colours.ink, width: 1.5, type } };
}

/** The recommended value and the balance point in every panel, named where the panel says so. */
function marked({ names }: Panel, values: Values, { recommended, balance, holding }: Marks) {
  const above = names.region && holding.size > 0;
  const line = (at: number | null, named: boolean, name: string, type: string) =>
    values.flatMap(({ value, text }, x) => (value === at ? [upright(x, named ? `${name}: ${text}` : '', type, above)] : []));
  const lines = [
    ...line(recommended, names.recommended, 'recommended', 'solid'),
    ...(recommended === balance ? [] : line(balance, names.balance, 'balance point', 'dotted')),
  ];
  return { markLine: { silent: true, symbol: 'none', animation: false, data: lines } };
}

/** Everything of one panel. */
export function panelSeries(panel: Panel, lines: readonly LimitLine[], values: Values, marks: Marks) {
  // Lines that go through both panels look alike in both; a single one looks different in each.
  const series = lines.map((line, i) => lineSeries(line, lines.length > 1 ? i : panel.index, values, panel));
  const first = series[0];
  const { range } = panel;
  return [
    ...areaSeries(panel.index, values, marks, panel.names),
    ...(first ? [{ ...first, ...marked(panel, values, marks) }, ...series.slice(1)] : []),
    ...boundSeries(values, panel),
    ...(range === undefined ? [] : lines.map((line) => whiskers(line, values, panel, range))),
  ];
}
