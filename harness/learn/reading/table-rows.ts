import { once } from 'node:events';
import { type CsvError, type Options, parse } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';

/** Takes the rows of a table one after another; lines count from 1. */
export interface TakeRows<Row> {
  row(row: Row, line: number): void;
  /** A line that is no row. */
  bad(line: number, message: string): void;
}

const syntax = { record_delimiter: ['\r\n', '\n', '\r'], trim: true, relax_quotes: true } satisfies Options;

/** Cells of a line, as those of a table are read; none where a quote stays open. */
export function headerCells(line: string, separator: string): readonly string[] {
  const [cells] = parseAtOnce(line, { ...syntax, delimiter: separator, skip_records_with_error: true }) as string[][];
  return cells ?? [];
}

/** Reads a table; the first row is the header. */
export async function tableRows(text: AsyncGenerator<string>, separator: string, take: TakeRows<readonly string[]>): Promise<void> {
  let width = 0;
  const parser = parse({
    ...syntax,
    delimiter: separator,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_record: (record, { lines }) => {
      const row = record as unknown as readonly string[];
      width ||= row.length;
      take.row(row, lines);
      return null;
    },
  });
  parser.on('skip', (error: CsvError) => take.bad(Number(error.lines), recordFault(error, width)));
  const ended = once(parser, 'end');
  // A failure is thrown where it is waited for, not before.
  ended.catch(() => {});
  parser.resume();
  for await (const piece of text) if (!parser.write(piece)) await once(parser, 'drain');
  parser.end();
  await ended;
}

function recordFault(error: CsvError, width: number): string {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return 'expected a closing quote, found the end of the file';
  if (error.code === 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH' && Array.isArray(error.record))
    return `expected ${width} fields, as in the header, found ${error.record.length}`;
  return 'expected a row of the table';
}
