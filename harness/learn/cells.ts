import { hourMs, weekdayOf } from '../../sim/curves/calendar.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { type Elapsed, unchanged } from './elapsed.ts';
import { emptyHour, type Hour, mostHours, piecesPerHour } from './hour-book.ts';

/** One hour of one recording that the log covers, with or without calls. */
export interface Cell extends Hour {
  readonly day: number;
  /** 0 … 23 */
  readonly hour: number;
  /** 0 is Monday. */
  readonly weekday: number;
  /**
   * How much of the hour, and of each piece of it, lies between the log's beginning and its end: none of an hour that clocks skip,
   * twice as much of one that they show twice. The hour may be all one piece, the first.
   */
  readonly coveredMs: number;
  readonly pieceMs: readonly number[];
}

/** From and to, local ms, by run. */
export type Spans = ReadonlyMap<number, readonly [number, number]>;

const pieceLengthMs = hourMs / piecesPerHour;

/** What time a log covers. */
export interface Covered {
  readonly spans: Spans;
  /** Time that one row stands for; 0 where each is one call. */
  readonly windowMs?: number;
  /** By default of a clock without changes. */
  readonly elapsed?: Elapsed | undefined;
}

/**
 * Every hour between each recording's first and last call: what lies between without a call had none. Where rows stand for the
 * calls of a window that is longer than a piece, nothing is known of pieces: each hour is one.
 */
export function cellsOf(hours: readonly Hour[], { spans, windowMs = 0, elapsed = unchanged }: Covered): readonly Cell[] {
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
      const cell = cellOf(known.get(`${run} ${index}`) ?? emptyHour(run, index), { from, to, elapsed });
      return windowMs > pieceLengthMs ? inOnePiece(cell) : cell;
    });
  });
}

function cellOf(hour: Hour, { from, to, elapsed }: { readonly from: number; readonly to: number; readonly elapsed: Elapsed }): Cell {
  const begin = hour.index * hourMs;
  const day = Math.floor(hour.index / 24);
  const pieceMs = Array.from({ length: piecesPerHour }, (_, piece) => {
    const start = begin + piece * pieceLengthMs;
    const [first, last] = [Math.max(from, start), Math.min(to, start + pieceLengthMs)];
    return first < last ? elapsed(first, last) : 0;
  });
  const coveredMs = pieceMs.reduce((sum, ms) => sum + ms, 0);
  return { ...hour, day, hour: hour.index - day * 24, weekday: weekdayOf(day), coveredMs, pieceMs };
}

function inOnePiece(cell: Cell): Cell {
  const together = (pieces: Float64Array): Float64Array => Float64Array.of(pieces.reduce((sum, each) => sum + each, 0));
  const { firsts, refused, limited, coveredMs } = cell;
  return { ...cell, firsts: together(firsts), refused: together(refused), limited: together(limited), pieceMs: [coveredMs] };
}
