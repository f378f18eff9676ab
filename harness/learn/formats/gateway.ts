import { type RecordRow, recordColumns } from '../../gateway/record.ts';
import { type Call, plainCall } from '../call.ts';
import { endOfClass } from '../reading/outcome.ts';
import { countIn, numberFromZero, timeReader } from '../reading/times.ts';
import type { Read, RowReader, TableFormat } from './format.ts';

/** What `at-capacity gateway --record` writes. */
export const gateway: TableFormat = {
  name: 'gateway',
  summary: 'a record of at-capacity gateway: every attempt and every request',
  syntax: 'table',
  recognises: (names) => recordColumns.every((name) => names.includes(name)),
  open(header): RowReader<readonly string[]> {
    const place = new Map(header.map((name, index) => [name, index]));
    const cell = (row: readonly string[], name: keyof RecordRow): string => row[place.get(name) ?? -1] ?? '';
    const times = timeReader(undefined);
    return { read: (row) => callOf((name) => cell(row, name), times), guesses: () => [] };
  },
};

function callOf(cell: (name: keyof RecordRow) => string, times: ReturnType<typeof timeReader>): Read {
  const kind = cell('kind');
  // Two gateways that make a file at the same time both write its line of names.
  if (kind === 'kind') return [];
  if (kind !== 'attempt' && kind !== 'request') return 'expected the kind attempt or request';
  const time = times.read(cell('time'));
  if (typeof time === 'string') return `time: ${time}`;
  const values = {
    latencyMs: numberFromZero(cell('latencyMs')),
    firstTokenMs: numberFromZero(cell('firstTokenMs')),
    tokens: countIn(cell('tokens')),
  };
  const [name, wrong] = Object.entries(values).find(([, value]) => typeof value === 'string') ?? [];
  if (wrong !== undefined) return `${name}: ${wrong}`;
  const { tokens, latencyMs, firstTokenMs } = values as Readonly<Record<keyof typeof values, number | undefined>>;
  const call: Call = {
    ...plainCall,
    kind,
    time,
    first: cell('attempt') === '1',
    end: endOfClass(cell('outcome')),
    model: unescaped(cell('target')),
    latencyMs,
    firstTokenMs,
    outputTokens: tokens,
  };
  // What a request took is not what an attempt took, unless it was its only one.
  return [kind === 'request' && !call.first ? { ...call, latencyMs: undefined } : call];
}

/** Records put an apostrophe before what a spreadsheet would run. */
function unescaped(text: string): string {
  return /^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text;
}
