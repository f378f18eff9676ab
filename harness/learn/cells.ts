import { hourMs, weekdayOf } from '../../sim/curves/calendar.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { emptyHour, type Hour, mostHours, piecesPerHour } from './hour-book.ts';

/** One hour of one recording that the log covers, with or without calls. */
export interface Cell extends Hour {
  readonly day: number;
  /** 0 … 23 */
  readonly hour: number;
  /** 0 is Monday. */
  readonly weekday: number;
  /** How much of the hour, and of each piece of it, lies between the log's beginning and its end. */
  readonly coveredMs: number;
  readonly pieceMs: readonly number[];
}

/** From and to, local ms, by run. */
export type Spans = ReadonlyMap<number, readonly [number, number]>;

/** Every hour between each recording's first and last call: what lies between without a call had none. */
export function cellsOf(hours: readonly Hour[], spans: Spans): readonly Cell[] {
  const known = new Map(hours.map((hour) => [`${hour.run} ${hour.index}`, hour]));
  const total = [...spans.values()].reduce((sum, [from, to]) => sum + (to - from) / hourMs + 1, 0);
  if (total > mostHours) {
    throw new InputError([
      { message: `the times lie ${Math.round(total / 8766)} years apart; give their unit: --columns time=NAME:s (or ms, us, ns)` },
    ]);
  }
  return [...spans].flatMap(([run, [from, to]]) => {
    const first = Math.floor(from / hourMs);
    const last = Math.max(first, Math.ceil(to / hourMs) - 1);
    return Array.from({ length: last - first + 1 }, (_, place) => {
      const index = first + place;
      return cellOf(known.get(`${run} ${index}`) ?? emptyHour(run, index), from, to);
    });
  });
}

function cellOf(hour: Hour, from: number, to: number): Cell {
  const begin = hour.index * hourMs;
  const day = Math.floor(hour.index / 24);
  const length = hourMs / piecesPerHour;
  const pieceMs = Array.from({ length: piecesPerHour }, (_, piece) => {
    const start = begin + piece * length;
    return Math.max(0, Math.min(to, start + length) - Math.max(from, start));
  });
  const coveredMs = pieceMs.reduce((sum, ms) => sum + ms, 0);
  return { ...hour, day, hour: hour.index - day * 24, weekday: weekdayOf(day), coveredMs, pieceMs };
}
