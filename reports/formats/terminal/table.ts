import { pad, width } from './width.ts';

export interface TableColumn {
  /** Lines of the heading, top to bottom; shorter headings are moved down. */
  readonly head: readonly string[];
  readonly align: 'left' | 'right';
  /** One cell a row, without colour. */
  readonly cells: readonly string[];
  readonly colour?: ((cell: string, row: number) => string) | undefined;
}

/** Cells that a column needs. */
function columnWidth({ head, cells }: TableColumn): number {
  return Math.max(0, ...[...head, ...cells].map(width));
}

/** Width of the whole table with `gap` blanks between its columns. */
export function tableWidth(columns: readonly TableColumn[], gap: number): number {
  return columns.reduce((sum, column) => sum + columnWidth(column), gap * (columns.length - 1));
}

/** Lines of a table without rules: headings, then one line a row. */
export function tableLines(columns: readonly TableColumn[], gap: number, heading: (line: string) => string): readonly string[] {
  const widths = columns.map(columnWidth);
  const headLines = Math.max(...columns.map(({ head }) => head.length));
  const rows = Math.max(...columns.map(({ cells }) => cells.length));
  const join = (cell: (column: TableColumn, cells: number) => string) =>
    columns.map((column, i) => cell(column, widths[i] ?? 0)).join(' '.repeat(gap));
  const head = Array.from({ length: headLines }, (_, line) =>
    heading(join(({ head: own, align }, cells) => pad(own[line - headLines + own.length] ?? '', cells, align)).trimEnd()),
  );
  const body = Array.from({ length: rows }, (_, row) =>
    join(({ cells: own, align, colour }, cells) => {
      const cell = own[row] ?? '';
      return pad(colour === undefined ? cell : colour(cell, row), cells, align);
    }).trimEnd(),
  );
  return [...head, ...body];
}
