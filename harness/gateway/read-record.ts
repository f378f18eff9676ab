import { readFileSync } from 'node:fs';
import { type CsvError, parse } from 'csv-parse/sync';
import { InputError } from '../../sim/kernel/problem.ts';
import { type RecordRow, recordColumns } from './record.ts';

/** Rows of a record as they stand in the file: everything is text. */
export type ReadRow = Readonly<Record<keyof RecordRow, string>>;

/** Reads what `openRecord` wrote. InputError for a file that is none; a last line that is cut off is left out. */
export function readRecord(path: string): readonly ReadRow[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new InputError([{ file: path, message: `cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}` }]);
  }
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const [names = '', ...rows] = parsed(path, whole);
  if (String(names) !== recordColumns.join(',')) {
    throw new InputError([
      { file: path, line: 1, message: `expected a record of at-capacity gateway, with the columns ${recordColumns.join(',')}` },
    ]);
  }
  // Two gateways that make a file at the same time both write its line of names.
  const calls = rows.filter((cells) => String(cells) !== String(names));
  return calls.map((cells) => Object.fromEntries(recordColumns.map((column, place) => [column, cells[place] ?? ''])) as ReadRow);
}

function parsed(path: string, text: string): readonly (readonly string[])[] {
  try {
    return parse(text, { bom: true }) as string[][];
  } catch (error) {
    const { message, lines } = error as CsvError & { readonly lines?: number };
    throw new InputError([{ file: path, line: lines, message }]);
  }
}
