import type { Parts } from '../../reports/result/measures/measure.ts';
import { clopperPearson } from '../../reports/result/stats/clopper-pearson.ts';
import { kornGraubard } from '../../reports/result/stats/korn-graubard.ts';
import { tQuantile } from '../../reports/result/stats/student.ts';
import type { Interval } from '../../reports/result/summary.ts';
import { hourMs } from '../../sim/curves/calendar.ts';
import type { Cell } from './cells.ts';

/** From so many days on the interval is from how they differ; below it, from how pieces of ten minutes do. */
export const enoughDays = 5;

/** Calls an hour. */
export interface Rate {
  readonly count: number;
  readonly perHour: number | null;
  /** Standard error of it. */
  readonly error: number | null;
  readonly interval: Interval | null;
}

/** A share of first calls. */
export interface Share {
  readonly part: number;
  readonly whole: number;
  readonly share: number | null;
  readonly interval: Interval | null;
}

/** Hours; over less than a tenth of a second there is no rate. */
const shortest = 100 / hourMs;

interface Unit {
  readonly count: number;
  readonly ms: number;
}

const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);

/** Cells that belong together because they differ together: those of a day. */
function byDay(cells: readonly Cell[]): readonly (readonly Cell[])[] {
  const days = new Map<string, Cell[]>();
  for (const cell of cells) {
    const key = `${cell.run} ${cell.day}`;
    const day = days.get(key);
    if (day === undefined) days.set(key, [cell]);
    else day.push(cell);
  }
  return [...days.values()];
}

/**
 * Calls an hour over the time that is covered, Σn / Σt, with the error that the variation between days leaves, or between
 * pieces of ten minutes where there are fewer than five days; never less than that of independent calls, √n / t. Without a
 * call at most −ln 0.025 / t.
 */
export function rateOf(cells: readonly Cell[]): Rate {
  const units = rateUnits(cells);
  const count = units.reduce((total, unit) => total + unit.count, 0);
  const hours = units.reduce((total, unit) => total + unit.ms, 0) / hourMs;
  if (hours <= shortest) return { count, perHour: null, error: null, interval: null };
  const perHour = count / hours;
  const independent = Math.sqrt(count) / hours;
  if (count === 0) return { count, perHour, error: 0, interval: [0, -Math.log(0.025) / hours] };
  const squares = units.reduce((total, { count: own, ms }) => total + square(own - (perHour * ms) / hourMs), 0);
  const between = units.length < 2 ? 0 : Math.sqrt((units.length / (units.length - 1)) * squares) / hours;
  const error = Math.max(between, independent);
  // Independent calls need no estimate of how they vary.
  const reach = (between > independent ? tQuantile(0.975, units.length - 1) : 1.96) * error;
  return { count, perHour, error, interval: [Math.max(0, perHour - reach), perHour + reach] };
}

function rateUnits(cells: readonly Cell[]): readonly Unit[] {
  const days = byDay(cells);
  if (days.length >= enoughDays) {
    return days.map((day) => ({
      count: day.reduce((total, { firsts }) => total + sum(firsts), 0),
      ms: day.reduce((total, { coveredMs }) => total + coveredMs, 0),
    }));
  }
  return cells.flatMap(({ firsts, pieceMs }) =>
    pieceMs.flatMap((ms, piece) => (ms > 0 || (firsts[piece] ?? 0) > 0 ? [{ count: firsts[piece] ?? 0, ms }] : [])),
  );
}

const square = (value: number): number => value * value;

/** Which first calls are counted: all that were refused, or those that found no slot among those that were not rate-limited. */
export type Counted = 'refused' | 'no room';

/**
 * The share of first calls that was refused, with the interval of Korn and Graubard over days, or over pieces of ten minutes
 * where there are fewer than five days; of one piece that of Clopper and Pearson.
 */
export function shareOf(cells: readonly Cell[], counted: Counted = 'refused'): Share {
  const units = shareUnits(cells, counted).filter(({ whole }) => whole > 0);
  const part = units.reduce((total, unit) => total + unit.part, 0);
  const whole = units.reduce((total, unit) => total + unit.whole, 0);
  if (whole === 0) return { part, whole, share: null, interval: null };
  return { part, whole, share: part / whole, interval: kornGraubard(units) ?? clopperPearson(part, whole) };
}

function shareUnits(cells: readonly Cell[], counted: Counted): readonly Parts[] {
  const pieces = ({ firsts, refused, limited }: Cell): readonly Parts[] =>
    Array.from(firsts, (first, piece) => {
      const out = counted === 'no room' ? (limited[piece] ?? 0) : 0;
      return { part: (refused[piece] ?? 0) - out, whole: first - out };
    });
  const days = byDay(cells).map((day) => day.flatMap(pieces));
  if (days.filter((day) => day.some(({ whole }) => whole > 0)).length < enoughDays) return days.flat();
  return days.map((day) => ({
    part: day.reduce((total, unit) => total + unit.part, 0),
    whole: day.reduce((total, unit) => total + unit.whole, 0),
  }));
}
