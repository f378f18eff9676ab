import { InputError, type Problem } from '../../../sim/kernel/problem.ts';
import type { Call } from '../call.ts';
import type { Fields, JsonFormat, LogFormat, Read, RowReader, Said, TableFormat } from '../formats/format.ts';
import { logFormats } from '../formats/registry.ts';
import { type Head, headOf } from './head.ts';
import { type HeldRows, heldRows } from './held-rows.ts';
import { isLines, jsonLines, jsonWhole, objectIn, parsed } from './json-rows.ts';
import type { Source } from './source.ts';
import { headerCells, tableRows } from './table-rows.ts';

/** How a log was read. */
export interface LogReading {
  readonly file: string;
  readonly format: string;
  /** What was taken for what, and what was left out. */
  readonly guesses: readonly string[];
  /** Rows with content, bad ones among them; of a row that holds many calls each of these. */
  readonly rows: number;
  readonly bad: number;
  /** The first bad rows, by line. */
  readonly problems: readonly Problem[];
}

/** Bad rows that are named one by one. */
const mostNamed = 20;

/** Reads a log and hands on its calls, in the order of the file. InputError for what is no log of a known format. */
export async function readLog(
  source: Source,
  said: Said & { readonly format?: LogFormat | undefined },
  take: (call: Call) => void,
): Promise<LogReading> {
  const { file } = source;
  const head = await headOf(file, source.text());
  if (head === undefined) return { file, format: said.format?.name ?? 'empty', guesses: [], rows: 0, bad: 0, problems: [] };
  const book = rowBook(file, take);
  const json = /^[[{]/.test(head.line);
  const format = said.format ?? recognised(head, json);
  if ((format.syntax === 'json') !== json) {
    throw new InputError([
      {
        file,
        line: 1,
        message: `expected ${format.syntax === 'json' ? 'JSON' : 'a table with a header'}, as the format ${format.name} is`,
      },
    ]);
  }
  const reader =
    format.syntax === 'json' ? await readJson(file, head, format, said, book) : await readTable(file, head, format, said, book);
  return { file, format: format.name, guesses: reader?.guesses() ?? [], ...book.counts() };
}

function recognised({ line, separator, sample }: Head, json: boolean): LogFormat {
  const formats: readonly LogFormat[] = Object.values(logFormats);
  const names = json ? namesOf(line, sample) : headerCells(line, separator);
  return (
    formats.find((format) => (format.syntax === 'json') === json && format.recognises(names)) ?? (json ? logFormats.jsonl : logFormats.csv)
  );
}

/** Names of the first object; of one over many lines, or in a list, all that its beginning has, also those within. */
function namesOf(line: string, sample: string): readonly string[] {
  const whole = objectIn(parsed(line.replace(/^\[\s*|,\s*$/g, '')));
  return whole === undefined ? [...sample.matchAll(/"([^"\\]+)"\s*:/g)].map(([, name]) => name ?? '') : Object.keys(whole);
}

interface RowBook {
  add(read: Read, line: number): void;
  bad(line: number, message: string): void;
  counts(): Pick<LogReading, 'rows' | 'bad' | 'problems'>;
}

function rowBook(file: string, take: (call: Call) => void): RowBook {
  const problems: Problem[] = [];
  let rows = 0;
  let bad = 0;
  const fault = (line: number, message: string): void => {
    rows += 1;
    bad += 1;
    if (problems.length < mostNamed) problems.push({ file, line, message });
  };
  return {
    add(read, line) {
      if (typeof read === 'string') return fault(line, read);
      const { calls, faults } = 'faults' in read ? read : { calls: read, faults: [] };
      rows += 'faults' in read ? Math.max(calls.length, faults.length > 0 ? 0 : 1) : 1;
      for (const message of faults) fault(line, message);
      for (const call of calls) take(call);
    },
    bad: fault,
    counts: () => ({ rows, bad, problems }),
  };
}

async function readTable(
  file: string,
  head: Head,
  format: TableFormat,
  said: Said,
  book: RowBook,
): Promise<RowReader<readonly string[]> | undefined> {
  let reader: RowReader<readonly string[]> | undefined;
  let held: HeldRows<readonly string[]> | undefined;
  let failed: unknown;
  // What is thrown within the parser's own calls does not come out of it.
  const guarded = (act: () => void): void => {
    if (failed !== undefined) return;
    try {
      act();
    } catch (error) {
      failed = inFile(file, error);
    }
  };
  const open = (header: readonly string[]): void => {
    reader = format.open(header, said);
    held = heldRows(reader, book);
  };
  await tableRows(head.text, head.separator, {
    row(cells, line) {
      if (cells.some((cell) => cell !== '')) guarded(() => (held === undefined ? open(cells) : held.row(cells, line)));
    },
    bad: (line, message) => guarded(() => (held ?? book).bad(line, message)),
  });
  guarded(() => held?.end());
  if (failed !== undefined) throw failed;
  return reader;
}

async function readJson(file: string, head: Head, format: JsonFormat, said: Said, book: RowBook): Promise<RowReader<Fields>> {
  const reader = format.open(said);
  const rows = heldRows(reader, book);
  try {
    await (isLines(head.line) ? jsonLines(head.text, rows) : jsonWhole(file, head.text, rows));
    rows.end();
  } catch (error) {
    throw inFile(file, error);
  }
  return reader;
}

/** Problems that have no file yet are of this one. */
function inFile(file: string, error: unknown): unknown {
  if (!(error instanceof InputError)) return error;
  return new InputError(error.problems.map((problem) => ({ ...problem, file: problem.file ?? file })));
}
