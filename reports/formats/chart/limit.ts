import type { Report } from '../format.ts';
import { showBound } from '../measured.ts';
import type { Sweep } from '../sweep.ts';
import { chartText } from './escape.ts';
import { type LimitLine, type LimitPoint, limitLines } from './limit-lines.ts';
import { type Marks, marksOf, type Panel, panelSeries, type Values } from './limit-panel.ts';
import { drawSvg } from './svg.ts';
import { axisText, colours, ground, lineStyles, title, valueAxis } from './theme.ts';
import { timeUnitFor } from './time-unit.ts';

const size = { width: 760, height: 600 };
const left = 72;
const panels = [
  { left, right: 110, top: 116, height: 174 },
  { left, right: 110, top: 334, height: 186 },
] as const;
/** A bound this many times above everything measured would flatten the lines; it is left out. */
const farAway = 4;

/** The bound on a measure as a line of its panel; none without `slo`, or where it is far off. */
export function boundOf(report: Report, measure: string, factor: number, most: number): Panel['bound'] {
  const bound = report.result.scenario.slo[measure];
  if (bound === undefined || bound * factor > farAway * most) return null;
  return { at: bound * factor, text: `SLO ${showBound(measure, bound).slice(measure.length + 1)}` };
}

function notes(
  lines: readonly LimitLine[],
  shown: number,
  values: Values,
  { interval, recommended, balance, holding }: Marks,
): readonly string[] {
  const gaps = lines.some(({ points }) => points.some(({ errors, p95 }) => errors !== null && p95 === null));
  const [low, high] = interval?.map((end) => values.find(({ value }) => value === end)?.text) ?? [];
  const range = low === high ? '' : `shaded: not shown worse than the best, ${low} to ${high}`;
  return [
    ['whiskers: 95 % interval of the errors', range, recommended !== null && recommended === balance ? 'balance point as recommended' : '']
      .filter((note) => note !== '')
      .join('   '),
    [
      holding.size > 0 ? 'hatched: every bound of slo holds' : '',
      gaps ? 'no p95 where more than 5 % of the requests failed' : '',
      lines.length > shown ? `${shown} of ${lines.length} combinations` : '',
    ]
      .filter((note) => note !== '')
      .join('   '),
  ];
}

/** Errors in percent above, p95 in the unit that suits the longest below. */
function panelsOf(report: Report, points: readonly LimitPoint[]): { readonly upper: Panel; readonly lower: Panel; readonly unit: string } {
  const longest = Math.max(0, ...points.map(({ p95 }) => p95 ?? 0));
  const mostErrors = Math.max(0, ...points.map(({ errors }) => errors ?? 0));
  const { name, ms } = timeUnitFor(longest);
  return {
    unit: name,
    upper: {
      index: 0,
      colour: colours.errors,
      value: ({ errors }) => errors,
      range: ({ errorsInterval }) => errorsInterval,
      names: { recommended: true, balance: false, region: true, interval: false },
      bound: boundOf(report, 'errorRate', 100, mostErrors),
    },
    lower: {
      index: 1,
      colour: colours.p95,
      value: ({ p95 }) => (p95 === null ? null : p95 / ms),
      names: { recommended: false, balance: true, region: false, interval: false },
      bound: boundOf(report, 'latency.p95', 1 / ms, longest / ms),
    },
  };
}

/** `limit.svg`: errors above, p95 with failures below, against the swept value, with what is recommended. */
export function limitSvg(report: Report, sweep: Sweep): string {
  const { recommendation } = report.summary;
  const key = recommendation?.parameter ?? sweep.keys[0] ?? '';
  const { values, lines: all } = limitLines(sweep, key);
  const lines = all.slice(0, lineStyles.length);
  const { upper, lower, unit } = panelsOf(
    report,
    lines.flatMap(({ points }) => points),
  );
  const marks = marksOf(recommendation, lines);
  const axis = {
    type: 'category',
    data: values.map(({ text }) => chartText(text, 12)),
    axisLabel: axisText,
    axisLine: { lineStyle: { color: colours.faint } },
  };
  const xName = { name: chartText(key, 40), nameLocation: 'middle', nameGap: 28, nameTextStyle: axisText };
  const option = {
    ...ground,
    title: title(`${chartText(sweep.strategy, 40)}: errors and p95 by ${chartText(key, 24)}`, notes(all, lines.length, values, marks)),
    legend:
      lines.length > 1
        ? { bottom: 8, data: lines.map(({ name }) => name), textStyle: axisText, formatter: (name: string) => chartText(name, 30) }
        : [],
    grid: panels,
    xAxis: [
      { ...axis, gridIndex: 0 },
      { ...axis, ...xName, gridIndex: 1 },
    ],
    yAxis: [
      { ...valueAxis('errors, % of requests'), nameGap: 44, gridIndex: 0 },
      { ...valueAxis(`p95 with failures, ${unit}`), nameGap: 44, gridIndex: 1 },
    ],
    series: [...panelSeries(upper, lines, values, marks), ...panelSeries(lower, lines, values, marks)],
  };
  return drawSvg(option, size, `errors and p95 with failures of ${sweep.strategy} against ${key}`);
}
