import type { Report } from '../format.ts';
import { comparisonLines } from './comparison.ts';
import { paint as paintOf } from './paint.ts';
import { wrap } from './width.ts';

/** How far a run is, in (strategy, replication) jobs. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/**
 * The main table from the replications finished so far, under a line that says so. To be printed over and over while a
 * run goes on; at most one line a strategy from 80 columns on, no line break at its end.
 */
export function renderPartial(
  report: Report,
  progress: Progress,
  surroundings: { readonly columns: number; readonly colour: boolean },
): string {
  const { columns, colour } = surroundings;
  const paint = paintOf(colour);
  const { done, total } = progress;
  const title = done < total ? `First look, ${done} of ${total} runs done; figures will still move.` : `All ${total} runs done.`;
  return [...wrap(title, columns).map(paint.dim), ...comparisonLines(report, columns, paint)].join('\n');
}
