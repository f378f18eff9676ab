import { dayMs } from '../../sim/curves/calendar.ts';
import { type OffsetTable, offsetTable } from '../../sim/curves/offsets.ts';

/** How long a wall clock shows readings from one up to another, ms. */
export type Elapsed = (fromLocalMs: number, toLocalMs: number) => number;

/** Of a clock that is never changed. */
export const unchanged: Elapsed = (from, to) => to - from;

/**
 * Of the clock of a zone (of the IANA data): readings that its change passes over take no time, readings that it shows twice
 * take twice as long.
 */
export function elapsedIn(zone: string): Elapsed {
  if (zone === 'UTC') return unchanged;
  const byDay = new Map<number, OffsetTable>();
  const tableOf = (day: number): OffsetTable => {
    let table = byDay.get(day);
    if (table === undefined) {
      table = offsetTable(zone, (day - 1) * dayMs, (day + 2) * dayMs);
      byDay.set(day, table);
    }
    return table;
  };
  return (from, to) => {
    const { fromMs, offsetMs } = tableOf(Math.floor(from / dayMs));
    if (fromMs.length === 1) return to - from;
    return offsetMs.reduce((sum, offset, i) => {
      const begins = i === 0 ? Number.NEGATIVE_INFINITY : (fromMs[i] ?? 0) + offset;
      const ends = (fromMs[i + 1] ?? Number.POSITIVE_INFINITY) + offset;
      return sum + Math.max(0, Math.min(to, ends) - Math.max(from, begins));
    }, 0);
  };
}
