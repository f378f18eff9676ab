import { renderPartial } from '../../reports/formats/terminal/partial.ts';
import { summarise } from '../../reports/result/summarise.ts';
import { formatDuration } from '../../sim/kernel/units.ts';
import type { Progress as RunProgress } from '../run/options.ts';
import type { Progress } from './progress.ts';
import { colourOn, columnsOf } from './surroundings.ts';

const stages = { first: 'first look', main: 'more replications', fresh: 'the winner on fresh replications' } as const;
const lookMs = 500;
/** With many strategies a look takes long: at most so much of the time is spent on looking. */
const lookShare = 0.1;

/** What a run has before it. */
export interface Planned {
  /** At least so many. */
  readonly jobs: number;
  /** Real time that each takes, in a live run. */
  readonly jobMs?: number | undefined;
}

/** Shows how far a run is, and of the first replication the table as it fills. */
export function followRun(progress: Progress, { jobs, jobMs }: Planned, now: () => number = Date.now): (event: RunProgress) => void {
  let lookFrom = Number.NEGATIVE_INFINITY;
  return ({ done, total, stage, share, partial }) => {
    const all = Math.max(total, jobs);
    const left = jobMs === undefined ? '' : `, ${timeLeft((all - done - (share ?? 0)) * jobMs)}`;
    progress.line(`${done} of ${all} runs done${percentOf(share)}: ${stages[stage]}${left}`);
    // Within a run there is nothing new to look at.
    if (share !== undefined) return;
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

function percentOf(share: number | undefined): string {
  return share === undefined ? '' : `, ${Math.floor(100 * share)} % of the next`;
}

/** To the second; what a run needs to come to its end after that is not known. */
function timeLeft(ms: number): string {
  return `about ${formatDuration(Math.max(1000, Math.ceil(ms / 1000) * 1000))} left`;
}
