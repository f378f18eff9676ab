import type { JobOutcome } from '../../harness/run/job.ts';
import { runJob } from '../../harness/run/job.ts';
import type { Workers } from '../../harness/run/workers.ts';
import type { Scenario } from '../../harness/scenario/scenario.ts';

/** What a job of a script comes to: good answers, how long every one of them takes (ms), or the failure of its strategy. */
export type Line = { readonly good: number; readonly latencyMs: number } | { readonly failure: string };

/** Figures that a script says, in the place of a simulation; `turns`: how many turns of the queue of promises a job takes. */
export function scriptedWorkers(
  scenario: Scenario,
  script: (strategyIndex: number, replication: number) => Line,
  { width = 1, turns = () => 0 }: { width?: number; turns?: (replication: number) => number } = {},
): Workers {
  const base = runJob({ scenario, strategyIndex: 0, replication: 0, raw: false }, new Map());
  if (!('output' in base)) throw new Error(base.failure.message);
  const { output } = base;
  return {
    width,
    async run({ strategyIndex, replication, raw }): Promise<JobOutcome> {
      for (let turn = turns(replication); turn > 0; turn--) await Promise.resolve();
      const line = script(strategyIndex, replication);
      if ('failure' in line) return { failure: { code: 'livelock', message: line.failure } };
      const latencyWithFailures = new Float64Array(100).fill(line.latencyMs);
      return {
        output: {
          ...output,
          // As many as the number of the replication, so that one that counts too much shows.
          heldAtEnd: replication,
          raw: raw ? { requests: [], attempts: [], passedOver: [] } : undefined,
          fold: { ...output.fold, replication, goodCompletions: line.good },
          samples: { ...output.samples, latencyWithFailures },
        },
      };
    },
    close: async () => undefined,
  };
}
