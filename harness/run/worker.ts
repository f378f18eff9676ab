import { move, transferableSymbol, valueSymbol } from 'piscina';
import { InputError, type Problem } from '../../sim/kernel/problem.ts';
import { loadModules } from '../scenario/modules.ts';
import type { Modules } from '../strategy/custom.ts';
import type { Job } from './client-side.ts';
import { type JobOutcome, runJob } from './job.ts';

// Standard output is the answer's; what a module of the user's writes there goes beside it.
process.stdout.write = process.stderr.write.bind(process.stderr);

/** What a thread hands back: an error that is an InputError would arrive as any error. */
export type Answer = JobOutcome | { readonly problems: readonly Problem[] };

let loaded: { readonly urls: string; readonly modules: Promise<Modules> } | undefined;

/** Entry of a worker thread: one job, its samples handed over and not copied. */
export async function work(job: Job): Promise<unknown> {
  const urls = JSON.stringify(job.scenario.modules);
  if (loaded?.urls !== urls) loaded = { urls, modules: loadModules(job.scenario.modules) };
  const outcome = await answerTo(job, loaded.modules);
  return move({ [transferableSymbol]: buffersOf(outcome), [valueSymbol]: outcome });
}

async function answerTo(job: Job, modules: Promise<Modules>): Promise<Answer> {
  try {
    return runJob(job, await modules);
  } catch (error) {
    if (error instanceof InputError) return { problems: error.problems };
    throw error;
  }
}

function buffersOf(outcome: Answer): ArrayBuffer[] {
  if (!('output' in outcome)) return [];
  return Object.values(outcome.output.samples).map((samples) => samples.buffer as ArrayBuffer);
}
