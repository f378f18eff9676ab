import { join } from 'node:path';
import { InputError } from '../../sim/kernel/problem.ts';
import { visible } from '../../sim/kernel/visible.ts';
import { type Checkpoint, openCheckpoint } from '../run/checkpoint/checkpoint.ts';
import { scenarioHash } from '../scenario/hash.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { LivePlan } from './live-plan.ts';
import { systemReason } from './system-error.ts';

/** In the output folder. */
const usualName = 'checkpoint.jsonl';

/**
 * Where a live run keeps what is done of its batch; undefined where no strategy has a checkpoint, or nothing is live. `tell`
 * hears when an earlier process had begun. InputError for what is no checkpoint of this scenario.
 */
export function liveCheckpoint(
  live: LivePlan | undefined,
  { name, workload, strategies, replications, ...rest }: Scenario,
  folder: string,
  tell: (text: string) => void,
): Checkpoint | undefined {
  if (live === undefined) return undefined;
  const { batch } = workload.arrivals as { readonly batch?: { readonly jobs: number } };
  const keeping = batch === undefined ? [] : strategies.filter(({ checkpoint }) => checkpoint !== undefined);
  if (batch === undefined || keeping.length === 0) {
    if (live.checkpointFile === undefined) return undefined;
    throw new InputError([{ file: '--checkpoint', message: 'no strategy of a batch has a checkpoint: to be kept' }]);
  }
  const path = live.checkpointFile ?? join(folder, usualName);
  const checkpoint = openCheckpoint({
    path,
    subject: { scenario: name, hash: scenarioHash({ name, workload, strategies, replications, ...rest }) },
    jobs: batch.jobs,
    strategies: keeping.map((strategy) => strategy.name),
    replications,
    reason: systemReason,
  });
  const { doneBefore } = checkpoint;
  if (doneBefore > 0) {
    const all = batch.jobs * keeping.length * replications;
    tell(`Going on from ${visible(path)}: ${doneBefore} of ${all} jobs are done. Remove it to begin anew.`);
  }
  return checkpoint;
}
