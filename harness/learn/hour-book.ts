import { hourMs } from '../../sim/curves/calendar.ts';
import type { CallEnd } from './call.ts';

/** Pieces of an hour of ten minutes each: how much the pieces differ tells how sure a figure is where days are few. */
export const piecesPerHour = 6;
const pieceMs = hourMs / piecesPerHour;

/** What one hour of one recording saw. */
export interface Hour {
  readonly run: number;
  /** Hours from 1970-01-01T00:00 of the local clock. */
  readonly index: number;
  /** By piece: first calls, those of them that found no slot or were rate-limited, and those of them that were rate-limited. */
  readonly firsts: Float64Array;
  readonly refused: Float64Array;
  readonly limited: Float64Array;
  /** Attempts that asked for a slot, those that were rate-limited apart, and their time in service. */
  attempts: number;
  servedMs: number;
}

/** Counts of calls by hour. */
export interface HourBook {
  add(
    run: number,
    localMs: number,
    call: { readonly first: boolean; readonly end: CallEnd; readonly count: number; readonly servedMs: number },
  ): void;
  hours(): readonly Hour[];
}

/** More hours than 25 years have: times in a wrong unit. */
export const mostHours = 220_000;

export function hourBook(): HourBook {
  const runs = new Map<number, Map<number, Hour>>();
  const hourOf = (run: number, index: number): Hour => {
    const hours = runs.get(run) ?? new Map<number, Hour>();
    runs.set(run, hours);
    const hour = hours.get(index) ?? emptyHour(run, index);
    hours.set(index, hour);
    return hour;
  };
  return {
    add(run, localMs, { first, end, count, servedMs }) {
      const hour = hourOf(run, Math.floor(localMs / hourMs));
      if (end !== 'rate_limited') hour.attempts += count;
      hour.servedMs += servedMs;
      if (!first) return;
      const piece = Math.floor((localMs - hour.index * hourMs) / pieceMs);
      hour.firsts[piece] = (hour.firsts[piece] ?? 0) + count;
      if (end === 'capacity' || end === 'rate_limited') hour.refused[piece] = (hour.refused[piece] ?? 0) + count;
      if (end === 'rate_limited') hour.limited[piece] = (hour.limited[piece] ?? 0) + count;
    },
    hours: () => [...runs.values()].flatMap((hours) => [...hours.values()]).sort((a, b) => a.run - b.run || a.index - b.index),
  };
}

export function emptyHour(run: number, index: number): Hour {
  const pieces = () => new Float64Array(piecesPerHour);
  return { run, index, firsts: pieces(), refused: pieces(), limited: pieces(), attempts: 0, servedMs: 0 };
}
