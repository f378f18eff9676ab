import type { TraceRow } from '../trace.ts';

/** Rows in the order of the file, their times relative to any one instant. */
export interface RawRows {
  readonly atMs: number[];
  readonly input: number[];
  readonly output: number[];
}

/**
 * Sorts by time (rows of one instant keep the file's order), counts time from the first row, and spreads ties: k rows at
 * one instant t stand at t + j · g / k, j = 0 … k − 1, where g is `tickMs` or the gap to the next instant if that is
 * shorter. A recording rounded to a grid gets its rows back over the tick they were rounded from; `tickMs` 0 leaves ties.
 */
export function finishRows({ atMs, input, output }: RawRows, tickMs: number): readonly TraceRow[] {
  const order = Array.from(atMs, (_, index) => index);
  const time = (index: number | undefined): number => (index === undefined ? Number.NaN : (atMs[index] ?? Number.NaN));
  if (atMs.some((value, index) => index > 0 && value < time(index - 1))) order.sort((a, b) => time(a) - time(b) || a - b);
  const start = time(order[0]);
  const rows: TraceRow[] = [];
  for (let from = 0, to = 0; from < order.length; from = to) {
    const instant = time(order[from]);
    for (to = from + 1; to < order.length && time(order[to]) === instant; ) to += 1;
    const gap = to < order.length ? Math.min(tickMs, time(order[to]) - instant) : tickMs;
    for (let place = from; place < to; place++) {
      const index = order[place] ?? 0;
      rows.push({
        atMs: instant - start + ((place - from) * gap) / (to - from),
        inputTokens: input[index] ?? 0,
        outputTokens: output[index] ?? 0,
      });
    }
  }
  return rows;
}
