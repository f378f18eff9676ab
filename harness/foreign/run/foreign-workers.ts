import { pathToFileURL } from 'node:url';
import { CodedError } from '../../../sim/kernel/errors.ts';
import { packagePath } from '../../../sim/kernel/package-root.ts';
import type { Job } from '../../run/client-side.ts';
import type { JobOutcome } from '../../run/job.ts';
import type { Workers } from '../../run/workers.ts';
import { createHost, type Host } from '../host/host.ts';
import { compareFetches } from '../self-test/compare-fetches.ts';
import type { ForeignData, ForeignOutput } from './foreign-run.ts';
import { packageVariables } from './package-variables.ts';

/** True for a strategy that is the user's own code. */
export function isForeign({ scenario, strategyIndex }: Job): boolean {
  return scenario.strategies[strategyIndex]?.code !== undefined;
}

export interface ForeignOptions {
  readonly signal: AbortSignal | undefined;
  /** Node's own fetch for the code. */
  readonly fidelity: boolean;
}

/** Runs jobs of the user's code, each process one at a time, the others with `workers`. */
export function withForeign(workers: Workers, { signal, fidelity }: ForeignOptions): Workers {
  let warnings: Promise<readonly string[]> | undefined;
  const idle: Host[] = [];
  const hosts: Host[] = [];
  const take = (): Host => {
    const free = idle.pop();
    if (free !== undefined) return free;
    const made = createHost({ set: packageVariables });
    hosts.push(made);
    return made;
  };
  return {
    width: workers.width,
    async run(job, tell) {
      if (!isForeign(job)) return workers.run(job, tell);
      if (signal?.aborted === true) return undefined;
      if (!fidelity) warnings ??= compareFetches(signal);
      const host = take();
      try {
        return await runForeign(host, { ...job, fidelity }, { tell, signal });
      } finally {
        idle.push(host);
      }
    },
    warnings: async () => (await warnings) ?? [],
    async close() {
      await Promise.all([workers.close(), ...hosts.map((host) => host.close())]);
    },
  };
}

interface Asked {
  readonly tell: ((share: number) => void) | undefined;
  readonly signal: AbortSignal | undefined;
}

async function runForeign(host: Host, job: ForeignData, { tell, signal }: Asked): Promise<JobOutcome | undefined> {
  const { scenario, strategyIndex } = job;
  const name = scenario.strategies[strategyIndex]?.name ?? '';
  // A thread cannot start from TypeScript on every supported Node.
  const entry = pathToFileURL(packagePath('dist', 'harness', 'foreign', 'run', 'foreign-run.js')).href;
  const outcome = await host.run({ entry, data: job, name }, { ...(tell && { tell }), ...(signal && { signal }) });
  if (signal?.aborted === true) return undefined;
  if ('failed' in outcome) return { failure: { code: 'code', message: outcome.failed.message } };
  const result = outcome.result as ForeignOutput;
  // The books disagree: an error of ours, and no strategy's.
  if ('failure' in result && result.failure.code === 'identity') throw new CodedError('identity', result.failure.message);
  return result;
}
