import { InputError } from '../../sim/kernel/problem.ts';
import type { TraceRow } from './traces/trace.ts';

/** A trace played at some speed, perhaps again and again. */
export interface Replay {
  readonly rows: number;
  /** Rows per second of the run, on average. */
  readonly meanRate: number;
  /** Time of the row `steps` rows after `start`, integer microseconds since that one; later rounds included. */
  atMicros(start: number, steps: number): number;
  /** Its tokens; undefined where no row of the trace knows them. */
  inputTokens(start: number, steps: number): number | undefined;
  outputTokens(start: number, steps: number): number | undefined;
}

/**
 * n rows over a span T have n − 1 gaps, so the mean gap is T / (n − 1). When the trace begins again one mean gap passes
 * between its last and its first row; the rate is then the same within a round and over many.
 */
export function replayOf(rows: readonly TraceRow[], speed: number): Replay {
  const count = rows.length;
  const spanMs = rows[count - 1]?.atMs ?? 0;
  const roundMs = spanMs + spanMs / (count - 1);
  const timeMs = (index: number): number => rows[index % count]?.atMs ?? 0;
  const input = known(rows.map((row) => row.inputTokens));
  const output = known(rows.map((row) => row.outputTokens));
  return {
    rows: count,
    meanRate: spanMs > 0 ? ((count - 1) / spanMs) * 1000 * speed : Number.POSITIVE_INFINITY,
    atMicros(start, steps) {
      const rounds = Math.floor((start + steps) / count);
      const offsetMs = timeMs(start + steps) - timeMs(start) + (rounds === 0 ? 0 : rounds * roundMs);
      return Math.round((offsetMs / speed) * 1000);
    },
    inputTokens: (start, steps) => input[(start + steps) % count],
    outputTokens: (start, steps) => output[(start + steps) % count],
  };
}

/**
 * A request that failed when the trace was recorded did arrive, but its tokens (0) are unknown: it is taken to be of the
 * size of the last request before it whose tokens are known (from the end of the trace for the first ones).
 */
function known(tokens: readonly number[]): readonly (number | undefined)[] {
  let last = tokens.findLast((value) => value > 0);
  return tokens.map((value) => {
    if (value > 0) last = value;
    return last;
  });
}

/** Refuses to repeat or to shape a trace that takes no time. */
export function refuseInstant(replay: Replay, key: string): void {
  if (Number.isFinite(replay.meanRate)) return;
  throw new InputError([{ key, message: 'expected a trace of two rows or more at different times, found all of it at one instant' }]);
}
