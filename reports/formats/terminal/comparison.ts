import type { StrategySummary } from '../../result/summary.ts';
import { columns as allColumns, type Column, measureTitle } from '../columns.ts';
import type { Report } from '../format.ts';
import { showFigure } from '../measured.ts';
import { mainStrategies } from '../sweep.ts';
import { type Verdict, type VerdictDetails, verdictOf } from '../verdict.ts';
import type { Paint } from './paint.ts';
import { type TableColumn, tableLines, tableWidth } from './table.ts';
import { pad, shorten, shortenAll, width, wrap } from './width.ts';

/** From this width on a table, below it one block a strategy. */
export const narrowestTable = 80;
const shortestName = 12;

interface Row {
  readonly strategy: StrategySummary;
  readonly recommended: boolean;
  readonly details: VerdictDetails;
}

function rowsOf(report: Report): readonly Row[] {
  const { summary, result } = report;
  return mainStrategies(report).map((strategy) => ({
    strategy,
    recommended: summary.recommendation?.strategy === strategy.name,
    details: verdictOf(strategy, summary.comparisons, result.scenario.baseline),
  }));
}

/** The colour of a verdict; its word says the same. */
function tint(paint: Paint, verdict: Verdict): (text: string) => string {
  if (verdict === 'better') return paint.green;
  if (verdict === 'worse' || verdict === 'failed') return paint.red;
  return verdict === 'mixed' ? paint.yellow : paint.dim;
}

/** "better: errors, goodput; worse: p95 with failures" */
function inDetail({ verdict, better, worse }: VerdictDetails): string {
  if (verdict !== 'better' && verdict !== 'worse' && verdict !== 'mixed') return verdict;
  const part = (word: string, measures: readonly string[]) =>
    measures.length === 0 ? [] : [`${word}: ${measures.map(measureTitle).join(', ')}`];
  return [...part('better', better), ...part('worse', worse)].join('; ');
}

function figureColumn({ head, measure }: Column, rows: readonly Row[]): TableColumn {
  return { head: head.filter((line) => line !== ''), align: 'right', cells: rows.map(({ strategy }) => showFigure(strategy, measure)) };
}

interface Layout {
  readonly optional: boolean;
  readonly detailed: boolean;
  readonly gap: number;
}

/** From roomy to narrow; in the last one names are shortened. */
const layouts: readonly Layout[] = [
  { optional: true, detailed: true, gap: 2 },
  { optional: true, detailed: false, gap: 2 },
  { optional: false, detailed: false, gap: 2 },
  { optional: false, detailed: false, gap: 1 },
];

function nameColumn(names: readonly string[], rows: readonly Row[], paint: Paint): TableColumn {
  const cells = names.map((name, i) => `${rows[i]?.recommended ? '>' : ' '} ${name}`);
  return { head: ['  strategy'], align: 'left', cells, colour: (cell, row) => (rows[row]?.recommended ? paint.bold(cell) : cell) };
}

function otherColumns(rows: readonly Row[], baseline: string, layout: Layout, paint: Paint): readonly TableColumn[] {
  const figures = allColumns.filter(({ optional }) => layout.optional || !optional).map((column) => figureColumn(column, rows));
  const verdict: TableColumn = {
    head: ['against', shorten(baseline, 9)],
    align: 'left',
    cells: rows.map(({ details }) => (layout.detailed ? inDetail(details) : details.verdict)),
    colour: (cell, row) => tint(paint, rows[row]?.details.verdict ?? 'n/a')(cell),
  };
  return [...figures, verdict];
}

function table(rows: readonly Row[], baseline: string, cells: number, paint: Paint): readonly string[] {
  const names = shortenAll(
    rows.map(({ strategy }) => strategy.name),
    cells,
  );
  for (const layout of layouts) {
    const whole = [nameColumn(names, rows, paint), ...otherColumns(rows, baseline, layout, paint)];
    if (tableWidth(whole, layout.gap) <= cells) return tableLines(whole, layout.gap, paint.dim);
  }
  const narrow = layouts[layouts.length - 1] ?? { optional: false, detailed: false, gap: 1 };
  const others = otherColumns(rows, baseline, narrow, paint);
  const room = Math.max(shortestName, cells - tableWidth(others, narrow.gap) - narrow.gap - 2);
  const short = shortenAll(
    rows.map(({ strategy }) => strategy.name),
    room,
  );
  return tableLines([nameColumn(short, rows, paint), ...others], narrow.gap, paint.dim);
}

function block({ strategy, recommended, details }: Row, cells: number, paint: Paint): readonly string[] {
  const name = `${recommended ? '> ' : '  '}${shorten(strategy.name, Math.max(shortestName, cells - 2))}`;
  const titles = Math.max(...allColumns.map(({ title }) => width(title)));
  const line = (title: string, value: string) => `    ${pad(title, titles, 'left')}  ${value}`;
  const figures = allColumns.map(({ title, measure }) => line(title, showFigure(strategy, measure)));
  return ['', recommended ? paint.bold(name) : name, ...figures, line('verdict', tint(paint, details.verdict)(details.verdict))];
}

/** One line a strategy at any width: the name, then as many figures as fit. */
export function shortLines(report: Report, cells: number, paint: Paint): readonly string[] {
  const rows = rowsOf(report);
  const wide = ['errorRate', 'goodputPerSecond', 'latency.p95'];
  const figures = wide
    .flatMap((name) => allColumns.filter(({ measure }) => measure.name === name))
    .map((column) => figureColumn(column, rows));
  while (figures.length > 1 && tableWidth(figures, 1) + shortestName + 3 > cells) figures.pop();
  const room = Math.max(shortestName, cells - tableWidth(figures, 1) - 3);
  const names = shortenAll(
    rows.map(({ strategy }) => strategy.name),
    room,
  );
  return tableLines([nameColumn(names, rows, paint), ...figures], 1, paint.dim);
}

/** The strategies side by side: a table, or below 80 cells a list of blocks. */
export function comparisonLines(report: Report, cells: number, paint: Paint): readonly string[] {
  const rows = rowsOf(report);
  if (rows.length === 0) return [];
  const { baseline } = report.result.scenario;
  if (cells >= narrowestTable) return table(rows, baseline, cells, paint);
  const blocks = rows.flatMap((row) => block(row, cells, paint));
  return [...wrap(`Verdicts are against ${shorten(baseline, cells)}.`, cells).map(paint.dim), ...blocks];
}
