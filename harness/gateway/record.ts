import { createWriteStream, existsSync, statSync, type WriteStream } from 'node:fs';
import { stringify } from 'csv-stringify/sync';

/** One row of a record: an attempt, or the end of a request. Times in ms; empty where there is none. */
export interface RecordRow {
  readonly kind: 'attempt' | 'request';
  /** When it began: ISO 8601, UTC. */
  readonly time: string;
  readonly request: number;
  /** From 1; of a request how many there were. */
  readonly attempt: number;
  /** The last one, of a request. */
  readonly target: string;
  /** Where the attempt before went; empty for the first. */
  readonly from: string;
  readonly outcome: string;
  readonly reason: string;
  readonly latencyMs: number;
  readonly firstTokenMs: number | undefined;
  readonly tokens: number;
  readonly stream: boolean;
}

export const recordColumns = [
  'kind',
  'time',
  'request',
  'attempt',
  'target',
  'from',
  'outcome',
  'reason',
  'latencyMs',
  'firstTokenMs',
  'tokens',
  'stream',
] as const satisfies readonly (keyof RecordRow)[];

/** A CSV file that grows with every call; what stands in it already stays. */
export interface CallRecord {
  add(row: RecordRow): void;
  close(): Promise<void>;
}

/** Opens the file, or makes it with a line of names. `failed` is called once, when nothing more can be written. */
export function openRecord(path: string, failed: (reason: string) => void): CallRecord {
  const empty = !existsSync(path) || statSync(path).size === 0;
  const stream: WriteStream = createWriteStream(path, { flags: 'a' });
  let broken = false;
  stream.on('error', (error) => {
    if (!broken) failed(error.message);
    broken = true;
  });
  const write = (cells: readonly unknown[]): void => {
    // Names that a spreadsheet would take for a formula are data.
    if (!broken) stream.write(stringify([[...cells]], { escape_formulas: true, cast: { boolean: String } }));
  };
  if (empty) write(recordColumns);
  return {
    add: (row) => write(recordColumns.map((column) => row[column] ?? '')),
    close: () => new Promise((resolve) => (broken ? resolve() : stream.end(() => resolve()))),
  };
}
