import type { Report } from '../format.ts';
import { comparisonLines, narrowestTable, shortLines } from './comparison.ts';
import { paint as paintOf } from './paint.ts';
import { wrap } from './width.ts';

/** How far a run is, in (strategy, replication) jobs. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/**
 * The main table from the replications finished so far, under a line that says so; below 80 columns with fewer figures.
 * To be printed over and over while a run goes on: one line a strategy, no line break at its end.
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
  const table = (columns < narrowestTable ? shortLines : comparisonLines)(report, columns, paint);
  return [...wrap(title, columns).map(paint.dim), ...table].join('\n');
}
