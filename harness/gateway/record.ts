import { randomBytes } from 'node:crypto';
import { closeSync, createWriteStream, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';
import { stringify } from 'csv-stringify/sync';
import { InputError } from '../../sim/kernel/problem.ts';

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

/** More than the longest row. */
const tail = 65_536;

/**
 * Opens the file, or makes it with a line of names. A row that a crash has cut off is taken away. `failed` is called once,
 * when nothing more can be written. Requests are called `start-number`, so that starts and gateways can share a file; a
 * `start` is drawn. Throws what the system says of a file that cannot be opened; InputError for one that is no record.
 */
export function openRecord(path: string, failed: (reason: string) => void, start = randomBytes(4).toString('hex')): CallRecord {
  const file = openSync(path, 'a+');
  const { size } = fstatSync(file);
  if (size > 0) makeWhole(path, file, size);
  const stream = createWriteStream(path, { fd: file });
  let broken = false;
  stream.on('error', (error) => {
    if (!broken) failed(error.message);
    broken = true;
  });
  const write = (cells: readonly unknown[]): void => {
    // Names that a spreadsheet would take for a formula are data.
    if (!broken) stream.write(stringify([[...cells]], { escape_formulas: true, cast: { boolean: String } }));
  };
  if (size === 0) write(recordColumns);
  return {
    add: (row) => write(recordColumns.map((column) => (column === 'request' ? `${start}-${row.request}` : (row[column] ?? '')))),
    close: () => new Promise((resolve) => (broken ? resolve() : stream.end(() => resolve()))),
  };
}

function makeWhole(path: string, file: number, size: number): void {
  const names = `${recordColumns.join(',')}\n`;
  if (textAt(file, 0, names.length) !== names) {
    closeSync(file);
    throw new InputError([
      { file: path, message: 'is there already, and no record of at-capacity gateway; rows are added to nothing else' },
    ]);
  }
  const from = Math.max(0, size - tail);
  const end = from + Buffer.from(textAt(file, from, tail), 'latin1').lastIndexOf('\n') + 1;
  if (end < size) ftruncateSync(file, end);
}

/** Bytes of the file, each as one character. */
function textAt(file: number, from: number, length: number): string {
  const bytes = Buffer.alloc(length);
  return bytes.toString('latin1', 0, readSync(file, bytes, 0, length, from));
}
