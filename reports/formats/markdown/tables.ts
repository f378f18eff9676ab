import { grouped } from '../../../sim/kernel/grouped.ts';
import { measureNamed } from '../../result/measures/registry.ts';
import type { StrategySummary } from '../../result/summary.ts';
import { columns, measureTitle } from '../columns.ts';
import { failingOf, lookShares, looks } from '../explained.ts';
import type { Report } from '../format.ts';
import { showDifference, showFigure, showInterval } from '../measured.ts';
import { mainStrategies, type Sweep } from '../sweep.ts';
import { verdictOf } from '../verdict.ts';
import { code, row, text } from './escape.ts';

const rule = (columnCount: number, left: number) => row(Array.from({ length: columnCount }, (_, i) => (i < left ? '---' : '---:')));

/** A table whose first `left` columns hold text, the others figures. */
function table(head: readonly string[], rows: ReadonlyArray<readonly string[]>, left = 1): string {
  return [row(head), rule(head.length, left), ...rows.map(row)].join('\n');
}

/** A figure with its interval below it. */
function figureCell(strategy: StrategySummary, name: string): string {
  const interval = showInterval(name, strategy.interval[name]);
  const figure = text(showFigure(strategy, measureNamed(name)));
  return interval === null ? figure : `${figure}<br><sub>${text(interval)}</sub>`;
}

/** The strategies side by side, with 95 % intervals. */
export function strategyTable(report: Report): string {
  const { summary, result } = report;
  const rows = mainStrategies(report).map((strategy) => {
    const { verdict } = verdictOf(strategy, summary.comparisons, result.scenario.baseline);
    const name = strategy.name === summary.recommendation?.strategy ? `**${code(strategy.name)}**` : code(strategy.name);
    return [name, verdict, ...columns.map(({ measure }) => figureCell(strategy, measure.name))];
  });
  return table(['strategy', `against ${code(result.scenario.baseline)}`, ...columns.map(({ title }) => title)], rows, 2);
}

const sweepMeasures = [
  ['errorRate', 'errors'],
  ['goodputPerSecond', 'goodput'],
  ['latency.p95', 'p95 with failures'],
  ['firstAttemptRefusedRate', 'refused at first'],
  ['amplification', 'attempts a request'],
  ['costUsd', 'cost'],
] as const;

/** The swept variants; the recommended one in bold, those not shown worse marked. */
export function sweepTable(sweep: Sweep): string {
  const rows = sweep.rows.map(({ strategy, settings, recommended, within }) => {
    const shown = settings.map((setting) => (recommended ? `**${text(setting.text)}**` : text(setting.text)));
    const mark = recommended ? 'recommended' : within ? 'not shown worse' : '';
    return [mark, ...shown, ...sweepMeasures.map(([name]) => figureCell(strategy, name))];
  });
  return table(['', ...sweep.keys.map(code), ...sweepMeasures.map(([, title]) => title)], rows);
}

/** The comparisons of the main table's strategies with the baseline; null without any. */
export function comparisonTable(report: Report): string | null {
  const shown = new Set(mainStrategies(report).map(({ name }) => name));
  const comparisons = report.summary.comparisons.filter(({ strategy }) => shown.has(strategy));
  const rows = comparisons.map(({ strategy, measure, difference, interval, verdict }) => {
    const range = interval === null ? 'n/a' : `${showDifference(measure, interval[0])} to ${showDifference(measure, interval[1])}`;
    return [code(strategy), measureTitle(measure), verdict, text(showDifference(measure, difference)), text(range)];
  });
  return rows.length === 0 ? null : table(['strategy', 'measure', 'verdict', 'difference', '95 % interval'], rows, 3);
}

/** Failed requests by class: a column for each class that occurred; null when nothing failed. */
export function failureTable(report: Report): string | null {
  const strategies = mainStrategies(report);
  const classes = Object.keys(strategies[0]?.requests.failures ?? {}) as (keyof StrategySummary['requests']['failures'])[];
  const met = classes.filter((name) => strategies.some(({ requests }) => requests.failures[name] > 0));
  const rows = strategies.map(({ name, requests }) => {
    return [code(name), grouped(requests.failed), ...met.map((failure) => grouped(requests.failures[failure]))];
  });
  return met.length === 0 ? null : table(['strategy', 'failed', ...met.map(code)], rows);
}

/** Where to look for the failed requests of each strategy, in the order in which to look; null when nothing failed. */
export function looksTable(report: Report): string | null {
  const rows = failingOf(report).map(({ strategy, explained }) => {
    const shares = lookShares(explained);
    return [code(strategy.name), grouped(strategy.requests.failed), ...looks.map(({ name }) => shares[name])];
  });
  return rows.length === 0 ? null : table(['strategy', 'failed', ...looks.map(({ title }) => title)], rows);
}

/** What each column counts, from the measures' own descriptions. */
export function columnGuide(sweep: Sweep | null): string {
  const shown = new Map<string, string>(columns.map(({ measure, title }) => [measure.name, title]));
  for (const [name, title] of sweep === null ? [] : sweepMeasures) if (!shown.has(name)) shown.set(name, title);
  const direction = { lower: 'lower is better', higher: 'higher is better', neither: '' };
  return [...shown]
    .map(([name, title]) => {
      const { describe, better } = measureNamed(name);
      const tail = direction[better] === '' ? '' : `; ${direction[better]}`;
      return `- **${title}** (${code(name)}): ${text(describe)}${tail}.`;
    })
    .join('\n');
}
