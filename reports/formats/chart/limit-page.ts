import type { Report } from '../format.ts';
import type { Sweep } from '../sweep.ts';
import { chartText } from './escape.ts';
import { boundOf } from './limit.ts';
import { type LimitLine, type LimitPoint, limitLines, type Range } from './limit-lines.ts';
import { type Marks, marksOf, type Panel, panelSeries, type Values } from './limit-panel.ts';
import { type LimitRegion, regionOf } from './limit-region.ts';
import { pageSvg } from './page-svg.ts';
import { axisText, colours, lineStyles, valueAxis } from './theme.ts';
import { timeUnitFor } from './time-unit.ts';

const size = { width: 380, height: 280 };
const grid = { left: 52, right: 16, top: 44, bottom: 48 };

/** One chart against the swept value. */
export interface LimitPicture {
  readonly title: string;
  readonly unit: string;
  /** "SLO ≤ 3 %", drawn dashed; null without one. */
  readonly bound: string | null;
  /** Null where no value has a figure. */
  readonly svg: string | null;
}

/** Everything the page shows of a sweep in charts. */
export interface LimitPictures {
  readonly pictures: readonly LimitPicture[];
  /** Names of the lines, when several keys were swept; the other keys held still. */
  readonly lines: readonly string[];
  /** Where every bound holds; null without bounds. */
  readonly region: LimitRegion | null;
  /** Combinations that would have made too many lines. */
  readonly leftOut: number;
}

type Drawn = Omit<Panel, 'index' | 'names'> & { readonly prefix: string; readonly title: string; readonly unit: string };

const scaled = (range: Range, factor: number): Range => (range === null ? null : [range[0] * factor, range[1] * factor]);

function panelsOf(report: Report, points: readonly LimitPoint[]): readonly Drawn[] {
  const most = (of: (point: LimitPoint) => number | null) => Math.max(0, ...points.map((point) => of(point) ?? 0));
  const longest = most(({ p95 }) => p95);
  const { name, ms } = timeUnitFor(longest);
  return [
    {
      ...{ prefix: 'limit-goodput', title: 'Goodput', unit: 'good answers per second', colour: colours.goodput },
      value: ({ goodput }) => goodput,
      range: ({ goodputInterval }) => goodputInterval,
      bound: boundOf(
        report,
        'goodputPerSecond',
        1,
        most(({ goodput }) => goodput),
      ),
    },
    {
      ...{ prefix: 'limit-errors', title: 'Errors', unit: '% of requests', colour: colours.errors },
      value: ({ errors }) => errors,
      range: ({ errorsInterval }) => errorsInterval,
      bound: boundOf(
        report,
        'errorRate',
        100,
        most(({ errors }) => errors),
      ),
    },
    {
      ...{ prefix: 'limit-p95', title: 'p95 with failures', unit: name, colour: colours.p95 },
      value: ({ p95 }) => (p95 === null ? null : p95 / ms),
      range: ({ p95Interval }) => scaled(p95Interval, 1 / ms),
      bound: boundOf(report, 'latency.p95', 1 / ms, longest / ms),
    },
  ];
}

function pictureOf(drawn: Drawn, lines: readonly LimitLine[], values: Values, marks: Marks, key: string): LimitPicture {
  const panel: Panel = {
    ...drawn,
    index: 0,
    boundUnnamed: true,
    names: { recommended: true, balance: false, region: true, interval: drawn.prefix === 'limit-goodput' },
  };
  const option = {
    grid,
    xAxis: {
      type: 'category',
      data: values.map(({ text }) => chartText(text, 12)),
      name: chartText(key, 30),
      nameLocation: 'middle',
      nameGap: 26,
      nameTextStyle: axisText,
      axisLabel: axisText,
      axisLine: { lineStyle: { color: colours.faint } },
    },
    yAxis: { ...valueAxis(''), axisLine: { show: false } },
    series: panelSeries(panel, lines, values, marks),
  };
  const { prefix, title, unit } = drawn;
  const known = lines.some(({ points }) => points.some((point) => drawn.value(point) !== null));
  return {
    title,
    unit,
    bound: drawn.bound?.text ?? null,
    svg: known ? pageSvg(option, size, { label: `${title} against ${key}, ${unit}`, prefix }) : null,
  };
}

/** Goodput, errors and p95 against the swept value, with what is recommended. */
export function limitPictures(report: Report, sweep: Sweep): LimitPictures {
  const { recommendation } = report.summary;
  const key = recommendation?.parameter ?? sweep.keys[0] ?? '';
  const { values, lines: all } = limitLines(sweep, key);
  const lines = all.slice(0, lineStyles.length);
  const marks = marksOf(recommendation, lines);
  const points = lines.flatMap((line) => line.points);
  return {
    pictures: panelsOf(report, points).map((drawn) => pictureOf(drawn, lines, values, marks, key)),
    lines: lines.length > 1 ? lines.map(({ name }) => name) : [],
    region: Object.keys(report.result.scenario.slo).length === 0 ? null : regionOf(lines[0], values),
    leftOut: all.length - lines.length,
  };
}
