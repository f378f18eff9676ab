import type { Call } from '../call.ts';

/** What a row says: its calls (none when it is passed over), or what is wrong with it; of one that holds many calls also both. */
export type Read = readonly Call[] | string | Some;

/** The calls of a row that could be read, and what is wrong with each of the others. */
export interface Some {
  readonly calls: readonly Call[];
  readonly faults: readonly string[];
}

/** What the user said of a log; undefined where a format may guess. */
export interface Said {
  /** Columns by their role: `{ time: 'ts', status: 'code' }`, a unit behind a colon: `{ latency: 'took:ms' }`. */
  readonly columns: Readonly<Record<string, string>>;
  /** Statuses that mean that no slot was free, besides those that say so in any case. */
  readonly capacity: ReadonlySet<number>;
}

/** Reads the rows of one file. */
export interface RowReader<Row> {
  /** Looks at a row before any is read; whether that is enough to read it and all others. Absent where nothing has to be seen before. */
  look?(row: Row): boolean;
  /** InputError where rows cannot be read without being told how. */
  read(row: Row): Read;
  /** What was taken for what, a short sentence each; complete once all rows are read. */
  guesses(): readonly string[];
}

interface FormatBase {
  readonly name: string;
  /** One line, shown by `list` and `--help`. */
  readonly summary: string;
  /** Whether a file whose header, or whose first object, has these names is of this format. */
  recognises(names: readonly string[]): boolean;
}

/** A table with a header; rows are cells in the header's order. Throws InputError without a file when a column is missing. */
export interface TableFormat extends FormatBase {
  readonly syntax: 'table';
  open(header: readonly string[], said: Said): RowReader<readonly string[]>;
}

export type Fields = Readonly<Record<string, unknown>>;

/** JSON objects, one a line, in a list, or one for the whole file. */
export interface JsonFormat extends FormatBase {
  readonly syntax: 'json';
  open(said: Said): RowReader<Fields>;
}

export type LogFormat = TableFormat | JsonFormat;
