import { resolve } from 'node:path';
import { parse } from 'csv-parse/sync';
import { InputError, type Problem } from '../kernel/problem.ts';
import { mostText, readBytes } from '../kernel/read-bytes.ts';
import { parseDuration, shown } from '../kernel/units.ts';
import type { Piece } from './pieces.ts';

/** What a curve file holds: a value per hour (24 or 168 of them), or pieces in order of time. */
export type CurveFile =
  | { readonly by: 'hour'; readonly values: readonly number[] }
  | { readonly by: 'offset'; readonly pieces: readonly Piece[] };

interface Row {
  readonly line: number;
  readonly key: string;
  readonly value: string;
}

/**
 * Reads a curve from CSV (UTF-8 or UTF-16 with a byte order mark; commas or semicolons; any line ends; blank lines are
 * skipped). InputError with every bad row and its line.
 */
export function readCurveFile(name: string, folder: string): CurveFile {
  const bytes = contentOf(name, folder);
  const problems: Problem[] = [];
  const report = (line: number | undefined, message: string) => problems.push({ file: name, line, message });
  const rows = rowsOf(bytes, report);
  const result = rows === undefined ? undefined : rows.by === 'hour' ? hoursOf(rows.rows, report) : offsetsOf(rows.rows, report);
  if (result === undefined || problems.length > 0) {
    throw new InputError(problems.sort((a, b) => (a.line ?? Number.POSITIVE_INFINITY) - (b.line ?? Number.POSITIVE_INFINITY)));
  }
  return result;
}

type Report = (line: number | undefined, message: string) => void;

function contentOf(name: string, folder: string): Uint8Array {
  const read = readBytes(resolve(folder, name), mostText);
  if ('bytes' in read) return read.bytes;
  throw new InputError([{ file: name, message: read.reason }]);
}

function rowsOf(bytes: Uint8Array, report: Report): { readonly by: 'hour' | 'offset'; readonly rows: readonly Row[] } | undefined {
  const records = parse(Buffer.from(bytes), {
    bom: true,
    delimiter: [',', ';'],
    info: true,
    trim: true,
    relax_quotes: false,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      report(error?.lines as number | undefined, `cannot be read as a row: ${error?.message ?? 'unknown'}`);
      return undefined;
    },
  }) as unknown as readonly { readonly record: readonly string[]; readonly info: { readonly lines: number } }[];
  const [header, ...rest] = records;
  const names = header?.record.map((text) => text.toLowerCase()) ?? [];
  const by = names.includes('hour') ? 'hour' : 'offset';
  const key = names.indexOf(by);
  const value = names.indexOf('value');
  if (header === undefined || key < 0 || value < 0) {
    report(
      header?.info.lines,
      `expected a first line with the columns hour and value, or offset and value; found ${shown(header?.record.join(','))}`,
    );
    return undefined;
  }
  return { by, rows: rest.map(({ record, info }) => ({ line: info.lines, key: record[key] ?? '', value: record[value] ?? '' })) };
}

function levelOf(row: Row, report: Report): number {
  const level = row.value === '' ? Number.NaN : Number(row.value);
  if (!(Number.isFinite(level) && level >= 0)) report(row.line, `expected a value of at least 0, found ${shown(row.value)}`);
  return level;
}

function hoursOf(rows: readonly Row[], report: Report): CurveFile | undefined {
  const values = new Map<number, number>();
  for (const row of rows) {
    const level = levelOf(row, report);
    const hour = /^\d{1,3}$/.test(row.key) ? Number(row.key) : Number.NaN;
    if (!(hour < 168)) report(row.line, `expected an hour from 0 to 23 or 0 to 167, found ${shown(row.key)}`);
    else if (values.has(hour)) report(row.line, `hour ${hour} stands here for the second time`);
    else values.set(hour, level);
  }
  const length = values.size > 0 && Math.max(...values.keys()) >= 24 ? 168 : 24;
  const list = Array.from({ length }, (_, hour) => values.get(hour));
  const missing = list.flatMap((value, hour) => (value === undefined ? [hour] : []));
  if (missing.length > 0)
    report(undefined, `expected ${length} hours; missing: ${missing.slice(0, 10).join(', ')}${missing.length > 10 ? ', …' : ''}`);
  return { by: 'hour', values: list.map((value) => value ?? 0) };
}

function offsetsOf(rows: readonly Row[], report: Report): CurveFile | undefined {
  const pieces: Piece[] = [];
  let before = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    const level = levelOf(row, report);
    const offset = parseDuration(row.key);
    if (offset === undefined) report(row.line, `expected an offset such as 90s, found ${shown(row.key)}`);
    else if (offset <= before) report(row.line, `expected offsets in order, but ${row.key} does not come after the one before it`);
    else before = offset;
    pieces.push([offset ?? 0, level]);
  }
  if (rows.length === 0) report(undefined, 'expected at least one row below the column names');
  return { by: 'offset', pieces };
}
