import { measureNamed } from '../../result/measures/registry.ts';
import { showFigure } from '../measured.ts';
import type { Sweep, SweepRow } from '../sweep.ts';
import type { Paint } from './paint.ts';
import { type TableColumn, tableLines, tableWidth } from './table.ts';
import { shorten, width } from './width.ts';

/** Columns in the order in which they are dropped from the end where width is short. */
const figures = [
  { measure: measureNamed('errorRate'), head: ['errors'] },
  { measure: measureNamed('goodputPerSecond'), head: ['goodput'] },
  { measure: measureNamed('latency.p95'), head: ['p95 with', 'failures'] },
  { measure: measureNamed('firstAttemptRefusedRate'), head: ['refused', 'at first'] },
  { measure: measureNamed('costUsd'), head: ['cost'] },
];
const barCells = 24;
const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A bar of `share` of `cells` cells, in eighths of a cell; what is not zero is never invisible. */
export function bar(share: number, cells: number, ascii = false): string {
  if (ascii) return '#'.repeat(share > 0 ? Math.max(1, Math.round(Math.min(1, share) * cells)) : 0);
  const steps = Math.round(Math.max(0, Math.min(1, share)) * cells * 8);
  const visibleSteps = share > 0 ? Math.max(1, steps) : 0;
  return '█'.repeat(Math.floor(visibleSteps / 8)) + (eighths[visibleSteps % 8] ?? '');
}

function markOf({ recommended, within }: SweepRow): string {
  if (recommended) return '>';
  return within ? '~' : ' ';
}

function barColumn(rows: readonly SweepRow[], cells: number, paint: Paint, ascii: boolean): TableColumn {
  const most = Math.max(...rows.map(({ strategy }) => strategy.errorRate ?? 0));
  return {
    head: ['errors, drawn'],
    align: 'left',
    cells: rows.map(({ strategy }) => (most === 0 ? '' : bar((strategy.errorRate ?? 0) / most, cells, ascii))),
    colour: (cell, row) => (rows[row]?.recommended ? paint.green(cell) : cell),
  };
}

function columnsOf({ keys, rows }: Sweep, paint: Paint): readonly TableColumn[] {
  const bold = (cell: string, row: number) => (rows[row]?.recommended ? paint.bold(cell) : cell);
  const marks: TableColumn = { head: [], align: 'left', cells: rows.map(markOf) };
  const values = keys.map(
    (key, i): TableColumn => ({
      head: [shorten(key, 12)],
      align: 'right',
      cells: rows.map(({ settings }) => settings[i]?.text ?? ''),
      colour: bold,
    }),
  );
  const others = figures.map(
    ({ measure, head }): TableColumn => ({
      head,
      align: 'right',
      cells: rows.map(({ strategy }) => showFigure(strategy, measure)),
      colour: bold,
    }),
  );
  return [marks, ...values, ...others];
}

/** The swept variants, the recommended one marked `>`, those not shown worse `~`, with a bar of errors where it fits. */
export function sweepLines(sweep: Sweep, cells: number, paint: Paint, ascii = false): readonly string[] {
  const all = columnsOf(sweep, paint);
  const whole = [...all, barColumn(sweep.rows, barCells, paint, ascii)];
  const fixed = 1 + sweep.keys.length + 1;
  let fitting = tableWidth(whole, 2) <= cells ? whole : all;
  while (fitting.length > fixed && tableWidth(fitting, 2) > cells) fitting = fitting.slice(0, -1);
  const keys = sweep.keys.map((key) => shorten(key, 12)).join(' and ');
  const title = `Sweep: ${shorten(sweep.strategy, Math.max(12, cells - 10 - width(keys)))} by ${keys}`;
  const marks = ['> recommended', '~ not shown worse than the best'];
  const onOneLine = marks.join('   ');
  const legend = sweep.rows.some(({ within }) => within) ? (width(onOneLine) <= cells ? [onOneLine] : marks) : [];
  return [paint.bold(title), ...tableLines(fitting, 2, paint.dim), ...legend.map(paint.dim)];
}
