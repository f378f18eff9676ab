import { type CsvError, parse } from 'csv-parse/sync';
import { InputError } from '../../sim/kernel/problem.ts';
import { mostText, readBytes } from '../../sim/kernel/read-bytes.ts';
import { type RecordRow, recordColumns } from './record.ts';

/** Rows of a record as they stand in the file: everything is text. */
export type ReadRow = Readonly<Record<keyof RecordRow, string>>;

/** Reads what `openRecord` wrote. InputError for a file that is none; a last line that is cut off is left out. */
export function readRecord(path: string): readonly ReadRow[] {
  const read = readBytes(path, mostText);
  if (!('bytes' in read)) throw new InputError([{ file: path, message: read.reason }]);
  const text = Buffer.from(read.bytes).toString('utf8');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  // Looked at before it is taken apart: what is wrong with a file that is none tells nobody anything.
  if (headOf(whole) !== recordColumns.join(',')) {
    throw new InputError([
      { file: path, line: 1, message: `expected a record of at-capacity gateway, with the columns ${recordColumns.join(',')}` },
    ]);
  }
  const [names = '', ...rows] = parsed(path, whole);
  // Two gateways that make a file at the same time both write its line of names.
  const calls = rows.filter((cells) => String(cells) !== String(names));
  return calls.map((cells) => Object.fromEntries(recordColumns.map((column, place) => [column, cells[place] ?? ''])) as ReadRow);
}

/** The first line without its end, a byte order mark and quotes, which spreadsheets may add. */
function headOf(text: string): string {
  return (text.split(/\r?\n/, 1)[0] ?? '').replace(/^\uFEFF/, '').replaceAll('"', '');
}

function parsed(path: string, text: string): readonly (readonly string[])[] {
  try {
    return parse(text, { bom: true }) as string[][];
  } catch (error) {
    const { message, lines } = error as CsvError & { readonly lines?: number };
    throw new InputError([{ file: path, line: lines, message }]);
  }
}
