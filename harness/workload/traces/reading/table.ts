import { type CsvError, parse } from 'csv-parse/sync';
import type { TraceRow } from '../trace.ts';
import { locateColumns, type Role } from './columns.ts';
import { type Faults, faultsOf } from './faults.ts';
import { refuseUnreadable, unifyLines } from './lines.ts';
import { type ReadingOptions, rowBuilder } from './row-builder.ts';
import { separatorOf, splitSeparatorLine } from './separators.ts';

/**
 * Rows of a text in columns with a header: any line end, quoted fields, separators `,` `;` tab or `|`, columns in any
 * order and more than needed. Lines without any content are passed over; all else that cannot be read is a fault.
 */
export function readTable(source: string, file: string, options: ReadingOptions): readonly TraceRow[] {
  const faults = faultsOf(file);
  const text = unifyLines(source);
  refuseUnreadable(text, faults);
  const { separator, body } = splitSeparatorLine(text);
  const reader = recordReader(options, faults);
  parse(body, {
    delimiter: separator ?? separatorOf(/\S.*/.exec(body)?.[0] ?? ''),
    record_delimiter: '\n',
    trim: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error) => reader.skip(error),
    on_record: (record, { lines }) => reader.take(record as unknown as readonly string[], lines),
  });
  return reader.finish();
}

/** Takes parsed records in order: the first with content is the header, the others are rows. */
function recordReader(options: ReadingOptions, faults: Faults) {
  const rows = rowBuilder(options, faults);
  let places: Partial<Record<Role, number>> | undefined;
  let width = 0;
  let lastLine = 0;

  return {
    /** `lastLineOfRecord`: a quoted field may hold line ends, messages name the line a record starts on. */
    take(record: readonly string[], lastLineOfRecord: number): null {
      const line = lastLineOfRecord - record.reduce((sum, field) => sum + lineEnds(field), 0);
      lastLine = lastLineOfRecord;
      if (record.every((field) => field === '')) return null;
      const at = places;
      if (at === undefined) {
        width = record.length;
        places = locateColumns(record, options.columns, line, faults);
        faults.check();
      } else {
        rows.add(line, (role) => record[at[role] ?? -1]);
      }
      return null;
    },
    skip(error: CsvError | undefined): undefined {
      if (error === undefined) return;
      rows.refuse(error.code === 'CSV_QUOTE_NOT_CLOSED' ? lastLine + 1 : Number(error.lines), recordFault(error, width));
      lastLine = Number(error.lines);
    },
    finish: rows.finish,
  };
}

function lineEnds(field: string): number {
  return field.includes('\n') ? field.split('\n').length - 1 : 0;
}

function recordFault(error: CsvError, width: number): string {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return 'expected a closing quote, found the end of the file';
  if (error.code === 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH' && Array.isArray(error.record))
    return `expected ${width} fields, as in the header, found ${error.record.length}`;
  return 'expected a quote to open and close a whole field, found one inside a field';
}
