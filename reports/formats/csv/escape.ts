import { stringify } from 'csv-stringify/sync';
import { visible } from '../../../sim/kernel/visible.ts';

/** A cell: text is what a user or provider may have chosen, a number is a figure, null an empty cell. */
export type Cell = string | number | null;

/**
 * One line with its line break. Text that a spreadsheet would run (`=`, `+`, `-`, `@` first) gets an apostrophe before
 * it, numbers stay numbers; text with a semicolon is quoted too, because spreadsheets of many countries split there.
 * Hidden characters are written out, so that a row stays one line.
 */
export function csvLine(cells: readonly Cell[]): string {
  const shown = cells.map((cell) => (typeof cell === 'string' ? visible(cell) : cell));
  return stringify([shown], { escape_formulas: true, quoted_match: /;/, record_delimiter: '\n' });
}

/** One text cell, for rows that are joined by hand. */
export function csvText(text: string): string {
  return csvLine([text]).slice(0, -1);
}
