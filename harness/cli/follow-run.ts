import { renderPartial } from '../../reports/formats/terminal/partial.ts';
import { summarise } from '../../reports/result/summarise.ts';
import type { Progress as RunProgress } from '../run/options.ts';
import type { Progress } from './progress.ts';
import { colourOn, columnsOf } from './surroundings.ts';

const stages = { first: 'first look', main: 'more replications', fresh: 'the winner on fresh replications' } as const;
const lookMs = 500;
/** With many strategies a look takes long: at most so much of the time is spent on looking. */
const lookShare = 0.1;

/** Shows how far a run of at least `planned` jobs is, and of the first replication the table as it fills. */
export function followRun(progress: Progress, planned: number, now: () => number = Date.now): (event: RunProgress) => void {
  let lookFrom = Number.NEGATIVE_INFINITY;
  return ({ done, total, stage, partial }) => {
    const all = Math.max(total, planned);
    progress.line(`${done} of ${all} runs done: ${stages[stage]}`);
    const filled = done === total;
    if (stage !== 'first' || (!filled && now() < lookFrom)) return;
    const began = now();
    const result = partial();
    const surroundings = { columns: columnsOf(process.stderr), colour: colourOn(process.stderr) };
    const table = renderPartial({ result, summary: summarise(result) }, { done, total: all }, surroundings);
    progress.look(table, filled && done < all);
    lookFrom = now() + Math.max(lookMs, (now() - began) / lookShare);
  };
}
