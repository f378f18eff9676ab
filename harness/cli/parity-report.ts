import { notApplicable, showDuration, showPlain, showShare } from '../../reports/formats/figures.ts';
import { liveSentence } from '../../reports/formats/live.ts';
import { type TableColumn, tableLines, tableWidth } from '../../reports/formats/terminal/table.ts';
import { shorten, wrap } from '../../reports/formats/terminal/width.ts';
import { grouped } from '../../sim/kernel/grouped.ts';
import type { ParityRow } from '../run/parity/judge-parity.ts';
import type { ParityResult, StrategyParity } from '../run/parity/run-parity.ts';

const titles: Readonly<Record<ParityRow['figure'], string>> = {
  errorRate: 'errors',
  p50: 'p50',
  p95: 'p95',
  'served p50': 'p50 at the server',
  'served p95': 'p95 at the server',
};

const nameCells = 24;
const widestProse = 100;

/** The same as the title of a page, and as the first line on a terminal. */
export function parityVerdict({ verdict, incomplete, strategies }: ParityResult): string {
  if (incomplete) return 'Interrupted: not every strategy was compared.';
  const beyond = strategies.flatMap(({ strategy, rows }) =>
    rows.filter(({ within }) => within === false).map(({ figure }) => `${strategy} ${titles[figure]}`),
  );
  if (verdict === 'within') return 'Both worlds agree: every difference is within its tolerance.';
  const list = beyond.join(', ');
  if (verdict === 'beyond') return `The worlds differ by more than is tolerated: ${list}.`;
  return `Not decided, because this machine was the bottleneck: ${list} differ by more than is tolerated. Try a smaller --time-scale, or when the machine is less busy.`;
}

/** Differences of a row, in its own unit: "+0.21 points", "−1.3 %". */
export function shownDifference({ figure }: Pick<ParityRow, 'figure'>, difference: number | null): string {
  if (difference === null) return notApplicable;
  const sign = difference < 0 ? '−' : '+';
  const size = (100 * Math.abs(difference)).toFixed(2);
  return `${sign}${size} ${figure === 'errorRate' ? 'points' : '%'}`;
}

export function shownFigure({ figure }: Pick<ParityRow, 'figure'>, value: number | null): string {
  return figure === 'errorRate' ? showShare(value) : showDuration(value);
}

function shownInterval(row: ParityRow): string {
  return row.interval === null ? '' : row.interval.map((end) => shownDifference(row, end)).join(' to ');
}

/** A row a figure, as it is shown. */
export function parityCells({ strategies }: ParityResult): readonly (readonly string[])[] {
  return strategies.flatMap(({ strategy, rows }) =>
    rows.map((row) => [
      strategy,
      titles[row.figure],
      shownFigure(row, row.virtual),
      shownFigure(row, row.live),
      shownDifference(row, row.difference),
      shownInterval(row),
      `${showPlain(100 * row.tolerance)} ${row.figure === 'errorRate' ? 'point' : '%'}`,
      row.within === null ? 'nothing to compare' : row.within ? 'within' : 'beyond',
    ]),
  );
}

export const parityHeads = ['strategy', 'figure', 'virtual', 'live', 'live − virtual', '95 % interval', 'tolerated', 'verdict'] as const;

/** What stands below the table, a sentence a line. */
export function parityNotes(result: ParityResult): readonly string[] {
  const { rounds, timeScale, seed, strategies } = result;
  const speed = timeScale === 1 ? '' : `, ${showPlain(timeScale)} times as fast`;
  return [
    `The middle one of ${rounds} live runs in real time${speed}, each with other luck (seed ${seed}) and the same in both worlds. p50 and p95 are of answered requests as the client sees them, and of attempts as the server does.`,
    ...strategies.map((one) => `${one.strategy}: ${requestsText(one)}; ${liveSentence(one.live)}`),
  ];
}

function requestsText({ requests }: StrategyParity): string {
  return `${requests.map((count) => grouped(count)).join(', ')} requests`;
}

/** For a person at a terminal of so many columns. */
export function parityText(result: ParityResult, columns: number): string {
  const prose = Math.min(columns, widestProse);
  const lines = [
    ...wrap(parityVerdict(result), prose),
    '',
    ...tableOf(parityCells(result), columns),
    '',
    ...parityNotes(result).flatMap((note) => wrap(note, prose, 0, 2)),
  ];
  return `${lines.join('\n')}\n`;
}

/** The whole table, or without its intervals where it is too wide. */
function tableOf(rows: readonly (readonly string[])[], columns: number): readonly string[] {
  if (rows.length === 0) return ['nothing was compared'];
  const names = rows.map(([name = '']) => shorten(name, nameCells));
  const all: readonly TableColumn[] = parityHeads.map((head, place) => ({
    head: [head],
    align: place < 2 || place === 7 ? 'left' : 'right',
    cells: place === 0 ? names : rows.map((row) => row[place] ?? ''),
  }));
  const shown = tableWidth(all, 2) <= columns ? all : all.filter((_, place) => place !== 5 && place !== 6);
  return tableLines(shown, 2, (line) => line);
}
