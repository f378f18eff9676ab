import { type DecimalMark, found, parseNumeral } from './numerals.ts';

/** What the time column counts, or `iso` for instants such as 2026-03-02T14:10:00Z. */
export const timeUnits = ['iso', 's', 'ms', 'us', 'ns'] as const;
export type TimeUnit = (typeof timeUnits)[number];

const unitMs: Readonly<Record<Exclude<TimeUnit, 'iso'>, number>> = { s: 1000, ms: 1, us: 1e-3, ns: 1e-6 };
const instantPattern =
  /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?:T| +)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,12}))?)?(?: *(Z|UTC|GMT|([+-])(\d{2}):?(\d{2})?))?$/i;

export interface Instant {
  /** Whole seconds and the rest apart: a double holds today's milliseconds to a quarter of a microsecond only. */
  readonly secondsMs: number;
  readonly restMs: number;
  readonly zoned: boolean;
}

/** Reads an instant; without a zone as UTC. Undefined for what is none. */
export function parseInstant(text: string): Instant | undefined {
  const match = instantPattern.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = [1, 3, 4, 5, 6, 7].map((group) => Number(match[group] ?? 0));
  const [offsetHours = 0, offsetMinutes = 0] = [11, 12].map((group) => Number(match[group] ?? 0));
  const monthDays = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (month < 1 || month > 12 || day < 1 || day > monthDays || hour > 23 || minute > 59 || second > 60) return undefined;
  if (offsetHours > 18 || offsetMinutes > 59) return undefined;
  const offsetMs = (match[10] === '-' ? -1 : 1) * (offsetHours * 60 + offsetMinutes) * 60_000;
  return {
    secondsMs: Date.UTC(year, month - 1, day, hour, minute, second) - offsetMs,
    restMs: match[8] === undefined ? 0 : Number(`0.${match[8]}`) * 1000,
    zoned: match[9] !== undefined,
  };
}

/** Reads one cell after another; a number is milliseconds since the first good cell, a text says what is wrong. */
export type TimeReader = (cell: unknown) => number | string;

/**
 * A reader for one file. Instants without a zone are read as UTC: only differences matter, and a clock change within the
 * recording cannot be told from the file. A file states zones in every row or in none.
 */
export function timeReader(unit: TimeUnit, mark: DecimalMark): TimeReader {
  return unit === 'iso' ? instantReader() : numberReader(unitMs[unit], unit, mark);
}

function instantReader(): TimeReader {
  let first: Instant | undefined;
  return (cell) => {
    const instant = typeof cell === 'string' ? parseInstant(cell.trim()) : undefined;
    if (instant === undefined) {
      const isNumber = typeof cell === 'number' || (typeof cell === 'string' && parseNumeral(cell.trim(), 'point') !== undefined);
      const hint = isNumber ? ' (the unit is missing: `unit: s`, ms, us or ns)' : '';
      return `expected an instant such as 2026-03-02T14:10:00Z, found ${found(cell)}${hint}`;
    }
    first ??= instant;
    if (instant.zoned !== first.zoned)
      return `expected an instant ${first.zoned ? 'with' : 'without'} a zone, as in the first row, found ${found(cell)}`;
    return instant.secondsMs - first.secondsMs + (instant.restMs - first.restMs);
  };
}

function numberReader(sizeMs: number, unit: string, mark: DecimalMark): TimeReader {
  let first: number | undefined;
  return (cell) => {
    const value = typeof cell === 'string' ? parseNumeral(cell.trim(), mark) : typeof cell === 'number' ? cell : undefined;
    if (value === undefined) {
      const isInstant = typeof cell === 'string' && parseInstant(cell.trim()) !== undefined;
      return `expected a number (unit ${unit}), found ${found(cell)}${isInstant ? ' (an instant needs `unit: iso`)' : ''}`;
    }
    first ??= value;
    return (value - first) * sizeMs;
  };
}
