import { grouped } from '../../../sim/kernel/grouped.ts';
import { shown } from '../../../sim/kernel/units.ts';
import { parseInstant } from '../../workload/traces/reading/timestamps.ts';
import type { LogTime } from '../call.ts';
import { isNothing } from './nothing.ts';

/** Units of a number of time, in ms. */
export const unitsMs: Readonly<Record<string, number>> = { s: 1000, ms: 1, us: 1e-3, ns: 1e-6 };

/** Numbers from here up are instants since 1970, by their size: seconds, ms, µs, ns. */
const epochFrom: readonly (readonly [number, string])[] = [
  [1e17, 'ns'],
  [1e14, 'us'],
  [1e11, 'ms'],
  [5e8, 's'],
];

/** Instants before 1980 or after 2100 are a mistake of the unit. */
const earliestMs = Date.UTC(1980, 0, 1);
const latestMs = Date.UTC(2100, 0, 1);

export interface TimeReader {
  /** The instant of a cell, or what is wrong with it. */
  read(cell: unknown): LogTime | string;
  /** What kind of times there are, once one was read: "instants", "seconds since 1970". */
  kind(): string;
}

/** Reads the times of one file, which are all of one kind; `unit` is what a number counts, guessed from its size without. */
export function timeReader(unit: string | undefined): TimeReader {
  let reading: { readonly kind: string; readonly read: (cell: unknown) => LogTime | undefined } | undefined;
  return {
    read(cell) {
      reading ??= readingFor(cell, unit);
      const time = reading?.read(cell);
      if (time === undefined) return `expected ${reading === undefined ? 'a time' : `${reading.kind}, as before`}, found ${shown(cell)}`;
      if (time.kind !== 'offset' && (time.ms < earliestMs || time.ms > latestMs))
        return `expected a time of this century, found ${shown(cell)}`;
      return time;
    },
    kind: () => reading?.kind ?? 'unread',
  };
}

const names: Readonly<Record<string, string>> = { s: 'seconds', ms: 'milliseconds', us: 'microseconds', ns: 'nanoseconds' };

function readingFor(cell: unknown, unit: string | undefined) {
  const number = numberIn(cell);
  if (number === undefined) {
    const first = instantIn(cell);
    if (first === undefined) return undefined;
    const kind = first.kind === 'instant' ? 'instants with a zone' : 'dates and times without a zone';
    return {
      kind,
      read: (other: unknown) => {
        const time = instantIn(other);
        return time?.kind === first.kind ? time : undefined;
      },
    };
  }
  const bySize = epochFrom.find(([from]) => number >= from)?.[1];
  const epoch = unit === undefined ? bySize !== undefined : number * (unitsMs[unit] ?? 1) >= earliestMs;
  const size = unitsMs[unit ?? bySize ?? 's'] ?? 1000;
  const kind = `${names[unit ?? bySize ?? 's'] ?? 'seconds'} since ${epoch ? '1970' : 'the start of the recording'}`;
  return {
    kind,
    read: (other: unknown): LogTime | undefined => {
      const value = numberIn(other);
      return value === undefined || value < 0 ? undefined : { kind: epoch ? 'instant' : 'offset', ms: value * size };
    },
  };
}

function numberIn(cell: unknown): number | undefined {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : undefined;
  if (typeof cell !== 'string' || !/^\s*[+-]?\d+(?:\.\d*)?(?:[eE][+-]?\d{1,2})?\s*$/.test(cell)) return undefined;
  return Number(cell);
}

function instantIn(cell: unknown): LogTime | undefined {
  const instant = typeof cell === 'string' ? parseInstant(cell.trim()) : undefined;
  return instant === undefined ? undefined : { kind: instant.zoned ? 'instant' : 'wall', ms: instant.secondsMs + instant.restMs };
}

/** A number from 0 up from a cell; undefined for nothing, a text for what is none. */
export function numberFromZero(cell: unknown): number | undefined | string {
  if (isNothing(cell)) return undefined;
  const value = numberIn(cell);
  return value === undefined || value < 0 ? `expected a number from 0 up, found ${shown(cell)}` : value;
}

/** More tokens, or calls in a row, than there are. */
const mostCounted = 1e9;

/** A whole number from 0 up from a cell; undefined for nothing, a text for what is none. */
export function countIn(cell: unknown): number | undefined | string {
  const value = numberFromZero(cell);
  if (typeof value !== 'number') return value;
  return value > mostCounted ? `expected a count of at most ${grouped(mostCounted)}, found ${shown(cell)}` : Math.round(value);
}
