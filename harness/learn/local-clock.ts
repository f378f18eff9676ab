import { dayMs, startOf } from '../../sim/curves/calendar.ts';
import { type OffsetTable, offsetAt, offsetTable } from '../../sim/curves/offsets.ts';
import type { LogTime } from './call.ts';

/** The Monday on which a recording begins that does not say when it did. */
export const unknownStart = '2026-03-02T00:00';

/** What a wall clock shows, ms from 1970-01-01T00:00 of that clock. */
export type LocalClock = (time: LogTime) => number;

/**
 * A clock in `zone` (of the IANA data). Instants become its readings, readings without a zone stay what they are, and
 * offsets count from `start`, a reading of it such as 2026-03-02T00:00. InputError for a zone or start that is none.
 */
export function localClock(zone: string, start: string): LocalClock {
  const startMs = startOf(start, zone);
  const byDay = new Map<number, OffsetTable>();
  const local = (epochMs: number): number => {
    const day = Math.floor(epochMs / dayMs);
    let table = byDay.get(day);
    if (table === undefined) {
      table = offsetTable(zone, day * dayMs, (day + 1) * dayMs);
      byDay.set(day, table);
    }
    return epochMs + offsetAt(table, epochMs);
  };
  return ({ kind, ms }) => {
    if (kind === 'wall') return ms;
    return local(kind === 'offset' ? startMs + ms : ms);
  };
}
