import { InputError } from '../../../sim/kernel/problem.ts';
import { visible } from '../../../sim/kernel/visible.ts';
import type { Call } from '../call.ts';
import { plainCall } from '../call.ts';
import type { Read, RowReader, Said } from '../formats/format.ts';
import { type Durations, durations, type Figure, lengthOf } from './durations.ts';
import { firstAttempts } from './first-attempts.ts';
import { isNothing } from './nothing.ts';
import { endReader } from './outcome.ts';
import { type NamedColumn, type Role, roles, unitInName } from './roles.ts';
import { countIn, timeReader } from './times.ts';

/** Where a role's column is: what the user or the file calls it. */
export type Places = Partial<Record<Role, NamedColumn>>;

/**
 * Turns what stands in columns of any names into calls; `cell` reads the column of a role. Places may still change until a
 * role has been read once. Throws InputError when there is no place for the time.
 */
export function namedCalls<Row>(places: Places, said: Said, cell: (row: Row, role: Role) => unknown): RowReader<Row> {
  if (places.time === undefined) {
    throw new InputError([{ key: 'time', message: 'expected a column of times; name it with --columns time=NAME' }]);
  }
  /** What is wrong with a cell is of its column. */
  const named = <Value>(role: Role, value: Value): Value | string =>
    typeof value === 'string' ? `${visible(places[role]?.name ?? role)}: ${value}` : value;
  const at = (row: Row, role: Role): unknown => (places[role] === undefined ? undefined : cell(row, role));
  const times = lazily(() => timeReader(places.time?.unit ?? unitInName(places.time?.name ?? '')));
  const latency = durations('latency', () => places.latency);
  const firstToken = durations('firstToken', () => places.firstToken);
  const took = latencies(
    (row: Row) => at(row, 'latency'),
    (row: Row) => at(row, 'end'),
    latency,
    () => places.end,
    named,
  );
  const end = endReader(said.capacity);
  const isFirst = firstAttempts(() => places.attempt?.name ?? '');
  const endOf = (row: Row): Call['end'] => end({ status: at(row, 'status'), ...errorOf(textOf(at(row, 'error'))) }) ?? 'unknown';
  const read = (row: Row): Read => {
    const cellOfTime = at(row, 'time');
    const time = times().read(cellOfTime);
    if (typeof time === 'string') return named('time', time);
    const values = {
      latencyMs: took(row, time.ms),
      firstTokenMs: named('firstToken', firstToken.read(at(row, 'firstToken'))),
      inputTokens: named('input', countIn(at(row, 'input'))),
      outputTokens: named('output', countIn(at(row, 'output'))),
      count: named('count', countIn(at(row, 'count'))),
    };
    const wrong = Object.values(values).find((value) => typeof value === 'string');
    if (wrong !== undefined) return String(wrong);
    const { count = 1, ...figures } = values as Readonly<Record<keyof typeof values, number | undefined>>;
    if (count === 0) return [];
    const first = isFirst(at(row, 'attempt'), textOf(at(row, 'request')));
    if (typeof first === 'string') return named('attempt', first);
    return [{ ...plainCall, ...figures, count, first, time, end: endOf(row), model: textOf(at(row, 'model')) } satisfies Call];
  };
  const look = (row: Row): boolean => {
    const ended = endOf(row);
    const answered = ended === 'ok' || ended === 'unknown';
    const known = latency.look(at(row, 'latency'), answered);
    return firstToken.look(at(row, 'firstToken'), answered) && known;
  };
  return { look, read, guesses: () => guessesOf(places, { time: times().kind(), latency: latency.unit(), firstToken: firstToken.unit() }) };
}

function lazily<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** How long a call took: its latency, else from its beginning to its end. */
function latencies<Row>(
  latencyAt: (row: Row) => unknown,
  endAt: (row: Row) => unknown,
  latency: Durations,
  end: () => NamedColumn | undefined,
  named: (role: Role, value: Figure) => Figure,
): (row: Row, startMs: number) => Figure {
  const ends = lazily(() => timeReader(end()?.unit ?? unitInName(end()?.name ?? '')));
  return (row, startMs) => {
    const said = latency.read(latencyAt(row));
    if (said !== undefined) return named('latency', said);
    const value = endAt(row);
    if (isNothing(value)) return undefined;
    const ended = ends().read(value);
    if (typeof ended === 'string') return named('end', ended);
    return named('end', ended.ms < startMs ? 'expected an end after the beginning' : lengthOf(startMs, ended.ms));
  };
}

/** An error's cell: a word is a name, anything longer a text. */
function errorOf(text: string): { readonly name?: string; readonly text?: string } {
  if (text === '') return {};
  return /\s/.test(text) ? { text } : { name: text };
}

function textOf(value: unknown): string {
  if (isNothing(value) || value === false) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value).trim();
}

function guessesOf(places: Places, units: Partial<Record<Role, string>>): readonly string[] {
  const found = roles.flatMap((role) => {
    const column = places[role];
    if (column === undefined) return [];
    const unit = units[role];
    return [`${role} = ${visible(column.name)}${unit === undefined || unit === '' ? '' : ` (${unit})`}`];
  });
  return found;
}
