import type { StrategySummary } from '../../result/summary.ts';
import { notApplicable, showDuration, showShare } from '../figures.ts';
import type { Report } from '../format.ts';
import { mainStrategies } from '../sweep.ts';
import { chartText } from './escape.ts';
import { drawSvg } from './svg.ts';
import { axisText, colours, ground, title, valueAxis } from './theme.ts';
import { timeUnitFor } from './time-unit.ts';

const width = 760;
const rowHeight = 28;
const top = 74;
const bottom = 52;
const nameCells = 26;

interface Bars {
  readonly gridIndex: 0 | 1;
  readonly colour: string;
  /** Axis value; null draws no bar. */
  readonly value: (strategy: StrategySummary) => number | null;
  readonly text: (strategy: StrategySummary) => string;
}

/** Figures stand behind the bars, so that nothing hangs on colour or length alone. */
function barSeries(strategies: readonly StrategySummary[], { gridIndex, colour, value, text }: Bars) {
  const shown = ({ dataIndex }: { readonly dataIndex: number }) => {
    const strategy = strategies[dataIndex];
    return strategy === undefined ? '' : text(strategy);
  };
  return {
    type: 'bar',
    silent: true,
    xAxisIndex: gridIndex,
    yAxisIndex: gridIndex,
    barWidth: 14,
    itemStyle: { color: colour },
    label: { show: true, position: 'right', formatter: shown, color: colours.ink, fontSize: 12 },
    data: strategies.map((strategy) => value(strategy) ?? 0),
  };
}

function p95Text({ latencyMs: { withFailures } }: StrategySummary): string {
  if (withFailures === null) return notApplicable;
  return withFailures.p95 === null ? `${notApplicable}: over 5 % failed` : showDuration(withFailures.p95);
}

/** `strategies.svg`: errors and p95 with failures of every strategy side by side, the recommended one marked. */
export function strategiesSvg(report: Report): string {
  const strategies = mainStrategies(report);
  const unit = timeUnitFor(Math.max(0, ...strategies.map(({ latencyMs }) => latencyMs.withFailures?.p95 ?? 0)));
  const height = strategies.length * rowHeight;
  const mark = (name: string) => (name === report.summary.recommendation?.strategy ? '> ' : '');
  const names = {
    type: 'category',
    inverse: true,
    axisTick: { show: false },
    axisLine: { lineStyle: { color: colours.faint } },
    data: strategies.map((_, i) => String(i)),
  };
  const label = (value: string) => {
    const name = strategies[Number(value)]?.name ?? '';
    return mark(name) + chartText(name, nameCells);
  };
  const p95Of = ({ latencyMs }: StrategySummary) => {
    const p95 = latencyMs.withFailures?.p95 ?? null;
    return p95 === null ? null : p95 / unit.ms;
  };
  const percent = ({ errorRate }: StrategySummary) => (errorRate === null ? null : 100 * errorRate);
  const option = {
    ...ground,
    title: title('Errors and p95 by strategy', [
      `scenario ${chartText(report.result.scenario.name, 60)}${report.summary.recommendation ? '   > recommended' : ''}`,
    ]),
    grid: [
      { left: 200, width: 190, top, height },
      { left: 470, width: 170, top, height },
    ],
    xAxis: [
      { ...valueAxis('errors, % of requests'), nameGap: 28, gridIndex: 0, splitNumber: 4 },
      { ...valueAxis(`p95 with failures, ${unit.name}`), nameGap: 28, gridIndex: 1, splitNumber: 4 },
    ],
    yAxis: [
      { ...names, gridIndex: 0, axisLabel: { ...axisText, interval: 0, formatter: label } },
      { ...names, gridIndex: 1, axisLabel: { show: false } },
    ],
    series: [
      barSeries(strategies, { gridIndex: 0, colour: colours.errors, value: percent, text: ({ errorRate }) => showShare(errorRate) }),
      barSeries(strategies, { gridIndex: 1, colour: colours.p95, value: p95Of, text: p95Text }),
    ],
  };
  return drawSvg(option, { width, height: top + height + bottom }, 'errors and p95 with failures by strategy');
}
